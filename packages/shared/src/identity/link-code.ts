// What two devices make of the code that links them: see contract/links.ts.
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from './encoding.ts';

/** Crockford's digits: none looks like another. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** The server knows the ids: this is what each guess at the code costs it on top of 80 bits. */
const ROUNDS = 20_000;
const SALT = 'matinee-link-1';
/** After which others get their turn, so that a page stays alive meanwhile. */
const TURN_MS = 10;

export interface LinkKeys {
  /** Where the new device leaves who it is. */
  readonly requestId: string;
  /** Where the old one leaves the seed. */
  readonly answerId: string;
  /** 32 bytes that seal the request. */
  readonly key: Uint8Array;
}

/** Ten random bytes as a person may type them: XXXX-XXXX-XXXX-XXXX. */
export function linkCode(bytes: Uint8Array): string {
  if (bytes.length !== 10) throw new RangeError('a code is made of ten bytes');
  let rest = bytes.reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n);
  let code = '';
  for (let at = 0; at < LENGTH; at += 1) {
    code = DIGITS.charAt(Number(rest % 32n)) + code;
    rest /= 32n;
  }
  return code.replaceAll(/.{4}(?=.)/g, '$&-');
}

/** Undefined for what is no code. However it was typed: in small letters, with O for 0 and I or L for 1. */
export async function linkKeys(typed: string): Promise<LinkKeys | undefined> {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (!CODE.test(code)) return undefined;
  const bytes = await pbkdf2Async(sha256, code, SALT, {
    c: ROUNDS,
    dkLen: 64,
    asyncTick: TURN_MS,
  });
  return {
    requestId: toBase64Url(bytes.subarray(0, 16)),
    answerId: toBase64Url(bytes.subarray(16, 32)),
    key: bytes.slice(32),
  };
}
