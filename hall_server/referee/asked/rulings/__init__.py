"""The dialogues of rulings: deciding, undoing, withdrawing, appealing."""
