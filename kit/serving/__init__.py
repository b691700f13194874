"""Serving the notebooks as an app: where things lie, the settings of Voila, the server itself, and the lobby's page."""
