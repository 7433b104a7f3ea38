import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from './encoding.ts';

const TAG_BYTES = 16;

/** Tells one person's data from another's without telling who it is. */
export function accountTag(seed: Uint8Array): string {
  return toBase64Url(sha256(seed).slice(0, TAG_BYTES));
}
