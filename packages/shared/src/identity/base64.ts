// Bytes as text, without Buffer: the browser has none.

const BASE64 = /^(?:[\w+/-]+={0,2})?$/;

/** Padded, as clients of the family store seeds and encrypted names. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Without padding, as keys and signatures go over the wire. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads both alphabets, padded or not; undefined for what is neither. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BASE64.test(text)) return undefined;
  const digits = text.replaceAll('=', '').replaceAll('-', '+').replaceAll('_', '/');
  if (digits.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(digits), (char) => char.charCodeAt(0));
}
