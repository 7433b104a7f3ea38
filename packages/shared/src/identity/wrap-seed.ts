// A seed that does not lie readable where it is kept: sealed with what only a passkey gives out.
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64 } from './encoding.ts';
import { encrypt, decrypt } from './aes-gcm.ts';

const INFO = new TextEncoder().encode('matinee-seed-lock-1');
const KEY_BYTES = 32;

const keyOf = (secret: Uint8Array): Uint8Array => hkdf(sha256, secret, undefined, INFO, KEY_BYTES);

export function wrapSeed(seed: Uint8Array, secret: Uint8Array): string {
  return encrypt(toBase64(seed), keyOf(secret));
}

/** undefined with another secret. */
export function unwrapSeed(sealed: string, secret: Uint8Array): Uint8Array | undefined {
  const text = decrypt(sealed, keyOf(secret));
  return text === undefined ? undefined : fromBase64(text);
}
