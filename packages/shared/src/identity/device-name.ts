// What a device is called is nobody's business but its owner's: AES-256-GCM under the seed, in JavaScript, because a page
// from a plain-http address has no `crypto.subtle`.
import { gcm } from '@noble/ciphers/aes.js';
import { fromBase64, toBase64 } from './encoding.ts';

const IV_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** `iv.ciphertext.tag`, each as padded base64. */
export function encryptDeviceName(
  name: string,
  seed: Uint8Array,
  iv: Uint8Array = crypto.getRandomValues(new Uint8Array(IV_BYTES)),
): string {
  if (seed.length !== KEY_BYTES) throw new Error('Secret must be 256-bit');
  const sealed = gcm(seed, iv).encrypt(new TextEncoder().encode(name));
  return [iv, sealed.slice(0, -TAG_BYTES), sealed.slice(-TAG_BYTES)].map(toBase64).join('.');
}

/** undefined for what another client, or another key, has written. */
export function decryptDeviceName(text: string, seed: Uint8Array): string | undefined {
  const [iv, name, tag, ...rest] = text.split('.').map(fromBase64);
  if (!iv || !name || tag?.length !== TAG_BYTES || rest.length > 0) return undefined;
  if (iv.length !== IV_BYTES || seed.length !== KEY_BYTES) return undefined;
  try {
    return new TextDecoder().decode(gcm(seed, iv).decrypt(Uint8Array.of(...name, ...tag)));
  } catch {
    return undefined;
  }
}
