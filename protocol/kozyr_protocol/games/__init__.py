"""What each game says on the wire: its Action, Event and View, and how to fold them.

Rules are in `kozyr_games`; here is only the form, so that a change of rules cannot change the
wire unseen. `CODECS` is the one list.
"""
