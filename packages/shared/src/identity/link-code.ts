// What two devices make of the code that links them: see contract/links.ts.
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from './encoding.ts';
import { readTypedCode } from './typed-code.ts';

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

/** Undefined for what is no code. */
export async function linkKeys(typed: string): Promise<LinkKeys | undefined> {
  const code = readTypedCode(typed)?.replaceAll('-', '');
  if (code === undefined) return undefined;
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
