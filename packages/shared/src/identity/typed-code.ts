// Random 80-bit codes that users may have to type, to link a device or to use an invitation.
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from './base64.ts';

/** Crockford's base 32, in which no two digits look alike. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** Formats ten random bytes as XXXX-XXXX-XXXX-XXXX. */
export function typedCode(bytes: Uint8Array): string {
  if (bytes.length !== 10) throw new RangeError('a code requires ten bytes');
  let rest = bytes.reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n);
  let code = '';
  for (let at = 0; at < LENGTH; at += 1) {
    code = DIGITS.charAt(Number(rest % 32n)) + code;
    rest /= 32n;
  }
  return inGroups(code);
}

/** Normalizes a typed code to the format of `typedCode`. Reads O as 0, and I and L as 1. Undefined if invalid. */
export function readTypedCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return CODE.test(code) ? inGroups(code) : undefined;
}

const inGroups = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-');

/** Slows down guesses by the server, which knows the IDs but not the code. */
const ROUNDS = 20_000;
const SALT = 'matinee-link-1';
/** Yields this often, to keep the page responsive. */
const YIELD_AFTER_MS = 10;

/** The IDs and the key that both devices derive from a linking code. `contract/links.ts` describes the exchange. */
export interface LinkKeys {
  /** The ID of the new device's message. */
  readonly requestId: string;
  /** The ID of the signed-in device's reply, which contains the seed. */
  readonly replyId: string;
  /** The key of 32 bytes that encrypts the request. */
  readonly key: Uint8Array;
}

/** Undefined for an invalid code. */
export async function linkKeys(typed: string): Promise<LinkKeys | undefined> {
  const code = readTypedCode(typed)?.replaceAll('-', '');
  if (code === undefined) return undefined;
  const bytes = await pbkdf2Async(sha256, code, SALT, {
    c: ROUNDS,
    dkLen: 64,
    asyncTick: YIELD_AFTER_MS,
  });
  return {
    requestId: toBase64Url(bytes.subarray(0, 16)),
    replyId: toBase64Url(bytes.subarray(16, 32)),
    key: bytes.slice(32),
  };
}
