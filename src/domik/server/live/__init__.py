"""Tables that are being played: rooms, chairs, wishes, and the news of every move."""
