// Base64 without Buffer, which browsers lack.

const BASE64 = /^(?:[\w+/-]+={0,2})?$/;

/** Returns padded base64, which movie-web clients use for seeds and encrypted names. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Returns unpadded base64url, for keys and signatures in requests. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads base64 and base64url, padded or not. Undefined if invalid. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BASE64.test(text)) return undefined;
  const digits = text.replaceAll('=', '').replaceAll('-', '+').replaceAll('_', '/');
  if (digits.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(digits), (char) => char.charCodeAt(0));
}
