"""The protocol of kozyr: messages, codec, versions, cards, the fair shuffle and the record."""
