"""The lessons: `l01_drawing.py` with the words in `l01_drawing.toml` and the pictures in `l01_drawing.html`, and so on."""
