"""One module for each verb of the command line, thin: options in, exit code out."""
