"""Who asks: a cookie, a person, the keys that prove a seat is theirs."""
