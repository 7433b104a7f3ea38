// Reads the second half of stream tokens that version 4.9 issued, to let playback survive an update. Tokens are valid
// for twelve hours at most: delete this file in the version after the next.
import { createCipheriv, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface OldSuffix {
  readonly secret: string;
  readonly session: Buffer;
  /** The token of the directory, before the suffix. */
  readonly directory: string;
  /** Includes the character that names the encoding. */
  readonly oldSuffix: string;
}

const NAME = '~';
const TAG_BYTES = 16;
const BLOCK = 16;
const MAX_SUFFIX_BYTES = 192;

/** Returns the end of the URL. Undefined if this server didn't issue it. */
export function readOldSuffix({
  secret,
  session,
  directory,
  oldSuffix,
}: OldSuffix): string | undefined {
  const derived = Buffer.from(hkdfSync('sha256', secret, session, 'matinee stream ticket', 96));
  const leaves = derived.toString('base64', 64);
  const keyOf = (use: string): Buffer => hash('sha256', `${use} ${leaves} ${directory}`, 'buffer');
  const text = oldSuffix.slice(1);
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= TAG_BYTES || bytes.toString('base64url') !== text) return undefined;
  const tag = bytes.subarray(0, TAG_BYTES);
  const hidden = bytes.subarray(TAG_BYTES);
  if (hidden.length > MAX_SUFFIX_BYTES) return undefined;
  return oldSuffix.startsWith(NAME) ? readName(tag, hidden, keyOf) : readLeaf(tag, hidden, keyOf);
}

type KeyOf = (use: string) => Buffer;

function readLeaf(tag: Buffer, hidden: Buffer, keyOf: KeyOf): string | undefined {
  const [tagKey, maskKey] = [keyOf('tag').toString('base64'), keyOf('stream').toString('base64')];
  let mask = '';
  for (let block = 0; mask.length < hidden.length; block += 1) {
    mask += hash('blake2b512', `${maskKey}${block}${tag.toString('latin1')}`, 'binary');
  }
  const text = xor(hidden, Buffer.from(mask, 'latin1')).toString('latin1');
  const expected = hash('blake2s256', tagKey + text, 'buffer').subarray(0, TAG_BYTES);
  return timingSafeEqual(expected, tag) ? text : undefined;
}

function readName(tag: Buffer, hidden: Buffer, keyOf: KeyOf): string | undefined {
  const blocks = hidden.length / BLOCK;
  if (blocks % 3 !== 2) return undefined;
  const counters = Buffer.concat(Array.from({ length: blocks }, () => tag));
  for (let block = 0; block < blocks; block += 1) {
    const last = (block + 1) * BLOCK - 1;
    counters[last] = (counters[last] ?? 0) ^ block;
  }
  const message = xor(hidden, encrypted(counters, keyOf('name mask')));
  let expected: Buffer = Buffer.alloc(BLOCK);
  for (let block = 0; block < blocks; block += 1) {
    const part = message.subarray(block * BLOCK, (block + 1) * BLOCK);
    expected = encrypted(xor(part, expected), keyOf('name tag'));
  }
  const [length = 0] = message;
  // CBC-MAC is safe only if no message is a prefix of another. The number of blocks must thus match the name's length.
  if (blocks !== 2 + 3 * Math.max(0, Math.ceil((length - 31) / 48))) return undefined;
  return timingSafeEqual(expected, tag) ? message.toString('latin1', 1, 1 + length) : undefined;
}

const encrypted = (bytes: Buffer, key: Buffer): Buffer =>
  createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(bytes);

const xor = (bytes: Buffer, mask: Buffer): Buffer =>
  Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)));
