"""Deals that many people play: the daily deal, duplicates and clubs."""
