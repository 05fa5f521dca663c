"""What dialogues and screens are made of: lists, forms, small questions. They know no rule."""
