import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { createKept } from './kept.ts';

const KEY_BYTES = 32;
const KEYS_KEPT = 1_000;

interface Keys {
  readonly leaves: string;
  readonly seal: KeyObject;
  readonly nonces: string;
}

export type Keyring = (session: Buffer) => Keys;

/** A key for each session: no number of tickets wears it out. Those in use are kept, for a player asks again and again. */
export function createKeyring(secret: string): Keyring {
  const kept = createKept<Keys>(KEYS_KEPT);
  return (session) => {
    const id = session.toString('latin1');
    const known = kept.get(id);
    if (known) return known;
    const derived = Buffer.from(
      hkdfSync('sha256', secret, session, 'matinee stream ticket', 3 * KEY_BYTES),
    );
    const keys = {
      seal: createSecretKey(derived.subarray(0, KEY_BYTES)),
      nonces: derived.toString('base64', KEY_BYTES, 2 * KEY_BYTES),
      leaves: derived.toString('base64', 2 * KEY_BYTES),
    };
    kept.set(id, keys);
    return keys;
  };
}
