"""Identity without accounts: visitor cookies, devices, and keys that give access to seats."""
