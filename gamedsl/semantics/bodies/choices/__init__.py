"""What players are asked inside paragraphs, checked."""
