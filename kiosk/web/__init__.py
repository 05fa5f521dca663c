"""The kiosk in a browser: pages to read, on phones and televisions. Nothing is asked from there."""
