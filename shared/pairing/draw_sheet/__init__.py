"""Draw sheets: brackets with a losers' side or a consolation, and their progress. All pure."""
