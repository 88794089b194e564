"""What tests of all parts share: real stores, scripted players, builders of states."""
