"""What compiled rules compute with, below the compiler and the checker: card functions and rankings on arrays of hands."""
