"""Plays: one engine for a game with seats and options; what is asked in it, and how choices are called"""
