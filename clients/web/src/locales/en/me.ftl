me-title = You
me-name = Your name
me-guest = You are a guest: this browser knows you. Claim the name to keep it and to be yourself on other devices.
me-claimed = The name is kept for you. With its passphrase you sign in on other devices.
me-results = Ratings and results

me-claim = Keep your name
me-claim-text = Nobody else goes by it then, and you can sign in with it anywhere.
me-passphrase = Passphrase
me-passphrase-hint = At least 8 characters: a few words are good. It cannot be sent to you again.
me-claim-do = Claim the name
me-claim-done = The name is yours.
me-take = Take “{ $name }”
me-passphrase-change = Another passphrase
me-passphrase-old = Present passphrase
me-passphrase-new = New passphrase
me-passphrase-do = Change it
me-passphrase-done = The passphrase is changed.

me-sign-in = Sign in
me-sign-in-text = Did you claim a name on another device? Be the same person here.
me-sign-in-name = Claimed name
me-sign-in-do = Sign in
me-signed-in = You are { $name } here.

me-devices = Your devices
me-devices-text = Where you are signed in. Sign out any that you do not know.
me-device = A device
me-device-here = this one
me-device-seen = last used { $when }
me-device-out = Sign out
me-device-out-of = Sign out { $client }
me-device-out-here = Sign out this device
me-device-out-text = That device is you no longer, at once.
me-device-out-here-text = You go on here as a guest; with name and passphrase you come back.
me-device-out-guest-text = You are a guest: without a claimed name you cannot come back as the same person.
me-device-out-do = Sign it out
me-devices-out = Sign out all others
me-devices-out-text = All devices but this one are you no longer, at once.

me-ignored = Ignored people
me-ignored-text = You read nothing of what they write. Nobody is told.
me-ignored-none = Nobody.
me-hear = Hear again
me-hear-again = Hear again { $name }

me-sanctions = What you may not do here
me-sanction-mute = You may not write.
me-sanction-ban = You may not come in.
me-until = Until { $when }.
me-until-lifted = Until it is lifted.
me-reason = Reason: { $reason }
