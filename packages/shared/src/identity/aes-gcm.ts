// AES-256-GCM as all clients of the family write it, in JavaScript, because a page from a plain-http address has no
// `crypto.subtle`.
import { gcm } from '@noble/ciphers/aes.js';
import { fromBase64, toBase64 } from './encoding.ts';

const IV_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** `iv.ciphertext.tag`, each as padded base64. */
export function encrypt(
  text: string,
  key: Uint8Array,
  iv: Uint8Array = crypto.getRandomValues(new Uint8Array(IV_BYTES)),
): string {
  if (key.length !== KEY_BYTES) throw new Error('Secret must be 256-bit');
  const sealed = gcm(key, iv).encrypt(new TextEncoder().encode(text));
  return [iv, sealed.slice(0, -TAG_BYTES), sealed.slice(-TAG_BYTES)].map(toBase64).join('.');
}

/** undefined for what was sealed in another way, or with another key. */
export function decrypt(sealed: string, key: Uint8Array): string | undefined {
  const [iv, text, tag, ...rest] = sealed.split('.').map(fromBase64);
  if (!iv || !text || tag?.length !== TAG_BYTES || rest.length > 0) return undefined;
  if (iv.length !== IV_BYTES || key.length !== KEY_BYTES) return undefined;
  try {
    return new TextDecoder().decode(gcm(key, iv).decrypt(Uint8Array.of(...text, ...tag)));
  } catch {
    return undefined;
  }
}
