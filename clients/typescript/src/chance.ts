/** Randomness that nobody can guess, from the platform: keys, tokens, seeds. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** So many random bytes. */
export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** Bytes in base64url without padding. */
function base64url(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += ALPHABET.charAt((held >> (bits - 6)) & 63);
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET.charAt((held << (6 - bits)) & 63) : text;
}

/** A key for an action or a new room: 22 characters, 128 random bits. */
export function newKey(): string {
  return base64url(randomBytes(16));
}

/** A token of a new guest: 43 characters, 256 random bits. */
export function newToken(): string {
  return base64url(randomBytes(32));
}

/** The seed of a chain of links. */
export function newSeed(): Uint8Array {
  return randomBytes(32);
}
