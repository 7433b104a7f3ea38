// Rejects weak Ed25519 keys and second encodings of a key.
import { fromBase64, toBase64Url } from './base64.ts';

export const FIELD_PRIME = 2n ** 255n - 19n;
const SIGN_BIT = 2n ** 255n;

const Y_OF_ORDER_8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
/** Points of small order: anyone can forge signatures for them. */
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  FIELD_PRIME - 1n,
  Y_OF_ORDER_8,
  FIELD_PRIME - Y_OF_ORDER_8,
]);

/** The canonical encoding of a public key. Undefined for invalid and weak keys. */
export function canonicalKey(text: string): string | undefined {
  const bytes = fromBase64(text);
  if (bytes?.length !== 32) return undefined;
  const y = yOf(bytes);
  return y < FIELD_PRIME && !SMALL_ORDER_Y.has(y) ? toBase64Url(bytes) : undefined;
}

export const yOf = (point: Uint8Array): bigint => numberOf(point) % SIGN_BIT;

/** Least significant byte first. */
export function numberOf(bytes: Uint8Array): bigint {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  return BigInt(`0x${digits.reverse().join('')}`);
}
