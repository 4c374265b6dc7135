"""What moves cost and do, and when games end and are won: from the checked rules, in words for people."""
