"""What an editor asks about a text: completion, hover, definition, references, renaming, outline. No protocol, no input or output."""
