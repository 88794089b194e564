"""What admins see and do: reports, sanctions, rooms, the lobby; all of it is noted down."""
