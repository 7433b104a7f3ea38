// AES-256-GCM in the format of movie-web clients. Implemented in JavaScript, because plain HTTP pages lack
// `crypto.subtle`.
import { gcm } from '@noble/ciphers/aes.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64, toBase64Url } from './base64.ts';

const IV_BYTES = 16;
const AUTH_TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Returns `iv.ciphertext.tag`, each part as padded base64. */
export function encrypt(
  text: string,
  key: Uint8Array,
  iv: Uint8Array = crypto.getRandomValues(new Uint8Array(IV_BYTES)),
): string {
  if (key.length !== KEY_BYTES) throw new Error('Secret must be 256-bit');
  const bytes = gcm(key, iv).encrypt(new TextEncoder().encode(text));
  const parts = [iv, bytes.slice(0, -AUTH_TAG_BYTES), bytes.slice(-AUTH_TAG_BYTES)];
  return parts.map(toBase64).join('.');
}

/** Returns undefined for text in another format or encrypted with another key. */
export function decrypt(encrypted: string, key: Uint8Array): string | undefined {
  const [iv, text, tag, ...rest] = encrypted.split('.').map(fromBase64);
  if (!iv || !text || tag?.length !== AUTH_TAG_BYTES || rest.length > 0) return undefined;
  if (iv.length !== IV_BYTES || key.length !== KEY_BYTES) return undefined;
  try {
    return new TextDecoder().decode(gcm(key, iv).decrypt(Uint8Array.of(...text, ...tag)));
  } catch {
    return undefined;
  }
}

const WRAP_INFO = new TextEncoder().encode('matinee-seed-lock-1');

const wrappingKey = (secret: Uint8Array): Uint8Array =>
  hkdf(sha256, secret, undefined, WRAP_INFO, KEY_BYTES);

/** Encrypts an account's seed for storage, with a secret that only the passkey reveals. */
export function wrapSeed(seed: Uint8Array, secret: Uint8Array): string {
  return encrypt(toBase64(seed), wrappingKey(secret));
}

/** Returns undefined if the secret is wrong. */
export function unwrapSeed(wrapped: string, secret: Uint8Array): Uint8Array | undefined {
  const text = decrypt(wrapped, wrappingKey(secret));
  return text === undefined ? undefined : fromBase64(text);
}

const ACCOUNT_TAG_BYTES = 16;

/** Returns a tag that distinguishes several accounts in one browser without revealing the account. */
export function accountTag(seed: Uint8Array): string {
  return toBase64Url(sha256(seed).slice(0, ACCOUNT_TAG_BYTES));
}
