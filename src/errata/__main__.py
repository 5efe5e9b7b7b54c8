"""`python -m errata` is the command line."""

from errata.cli.main import main

if __name__ == "__main__":
    main()
