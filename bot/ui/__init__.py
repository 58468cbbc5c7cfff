"""What users see and press: facts become messages, pictures and alt texts."""
