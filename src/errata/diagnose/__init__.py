"""What went wrong and whose fault: classes of errors, confusions, the error budget of a page, reading order."""
