// An account is an Ed25519 key pair derived from its passphrase. Signing the server's challenge proves possession. Weak
// keys and non-canonical encodings are rejected.
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519';
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64Url } from './base64.ts';

// Replace the default, `crypto.subtle`, which plain HTTP pages lack.
hashes.sha512 = sha512;

const SALT = 'mnemonic';
const ROUNDS = 2048;
const SEED_BYTES = 32;
/** Yields to other tasks this often, for pages without a worker. */
const YIELD_AFTER_MS = 10;

/** Derives the seed from the result of `normalisePassphrase` like movie-web clients. The method differs from BIP-39. */
export function deriveSeed(passphrase: string): Promise<Uint8Array> {
  return pbkdf2Async(sha256, passphrase, SALT, {
    c: ROUNDS,
    dkLen: SEED_BYTES,
    asyncTick: YIELD_AFTER_MS,
  });
}

export interface Keys {
  /** 32 bytes: the private key. */
  readonly seed: Uint8Array;
  /** Unpadded base64url. */
  readonly publicKey: string;
}

export function keysOf(seed: Uint8Array): Keys {
  return { seed, publicKey: toBase64Url(getPublicKey(seed)) };
}

/** Signs the characters of the challenge, not the bytes that they encode. */
export function signChallenge({ seed }: Keys, challenge: string): string {
  return toBase64Url(sign(new TextEncoder().encode(challenge), seed));
}

export function isSignedBy(publicKey: string, challenge: string, signature: string): boolean {
  const [key, signed] = [fromBase64(publicKey), fromBase64(signature)];
  if (key?.length !== 32 || signed?.length !== 64) return false;
  return verify(signed, new TextEncoder().encode(challenge), key, { zip215: false });
}

export const FIELD_PRIME = 2n ** 255n - 19n;
const SIGN_BIT = 2n ** 255n;

const Y_OF_ORDER_8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
/** Points of small order. Anyone can forge signatures for them. */
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  FIELD_PRIME - 1n,
  Y_OF_ORDER_8,
  FIELD_PRIME - Y_OF_ORDER_8,
]);

/** Returns the canonical encoding of a public key. Undefined for invalid and weak keys. */
export function canonicalKey(text: string): string | undefined {
  const bytes = fromBase64(text);
  if (bytes?.length !== 32) return undefined;
  const y = yOf(bytes);
  return y < FIELD_PRIME && !SMALL_ORDER_Y.has(y) ? toBase64Url(bytes) : undefined;
}

export const yOf = (point: Uint8Array): bigint => numberOf(point) % SIGN_BIT;

/** Reads the least significant byte first. */
export function numberOf(bytes: Uint8Array): bigint {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  return BigInt(`0x${digits.reverse().join('')}`);
}
