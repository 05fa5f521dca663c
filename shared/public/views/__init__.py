"""What each page says, as headings, tables and sentences without a layout: for browsers."""
