// What a device is called is nobody's business but its owner's.
import { encrypt, decrypt } from './aes-gcm.ts';

export function encryptDeviceName(name: string, seed: Uint8Array, iv?: Uint8Array): string {
  return encrypt(name, seed, iv);
}

/** undefined for what another client, or another key, has written. */
export function decryptDeviceName(text: string, seed: Uint8Array): string | undefined {
  return decrypt(text, seed);
}
