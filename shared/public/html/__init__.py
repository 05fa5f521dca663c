"""The pages as HTML: plain, readable without a script, and the files of a website. Pure."""
