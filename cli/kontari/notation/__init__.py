"""The text notation: records as a person writes them at the table; read and written without loss."""
