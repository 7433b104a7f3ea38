// An account is an Ed25519 key pair derived from its passphrase. Signing the server's challenge proves possession.
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519';
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64Url } from './base64.ts';

// Replaces the default, `crypto.subtle`, which pages served over plain http lack.
hashes.sha512 = sha512;

const SALT = 'mnemonic';
const ROUNDS = 2048;
const SEED_BYTES = 32;
/** Yields to other tasks this often, for pages without a worker. */
const YIELD_AFTER_MS = 10;

/** Takes the result of `normalisePassphrase`. Movie-web clients derive it this way, which differs from BIP-39. */
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
