// Who holds the key of an account proves it by signing what the server has just made up.
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64Url } from './encoding.ts';

// A page from a plain-http address has no `crypto.subtle`, which is what would be used otherwise.
hashes.sha512 = sha512;

export interface Keys {
  /** 32 bytes, from which everything else follows. */
  readonly seed: Uint8Array;
  /** As it goes over the wire. */
  readonly publicKey: string;
}

export function keysOf(seed: Uint8Array): Keys {
  return { seed, publicKey: toBase64Url(getPublicKey(seed)) };
}

/** The challenge itself is signed, exactly as it was spelled. */
export function signChallenge({ seed }: Keys, challenge: string): string {
  return toBase64Url(sign(new TextEncoder().encode(challenge), seed));
}

export function isSignedBy(publicKey: string, challenge: string, signature: string): boolean {
  const [key, signed] = [fromBase64(publicKey), fromBase64(signature)];
  if (key?.length !== 32 || signed?.length !== 64) return false;
  return verify(signed, new TextEncoder().encode(challenge), key, { zip215: false });
}
