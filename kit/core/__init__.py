"""What all games share: typed rule errors, deals (all chance), game records, sessions, and the shape a game has."""
