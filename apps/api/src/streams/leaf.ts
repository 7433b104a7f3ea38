// The last part of an address, sealed for less than a cipher costs: a playlist has thousands, which differ in nothing else.
import { hash, timingSafeEqual } from 'node:crypto';

export interface LeafKeys {
  readonly tag: string;
  readonly stream: string;
}

export const LONGEST_LEAF = 192;
const TAG_BYTES = 16;
const PLAIN = /^[\x21-\x7e]+$/;

/** Of one directory: what was sealed for another opens nothing here. */
export function leafKeys(secret: string, directory: string): LeafKeys {
  const of = (use: string): string => hash('sha256', `${use} ${secret} ${directory}`, 'base64');
  return { tag: of('tag'), stream: of('stream') };
}

export function fitsLeaf(text: string): boolean {
  return text.length <= LONGEST_LEAF && PLAIN.test(text);
}

/**
 * A synthetic initialisation vector, as in RFC 5297, of keyed hashes: the tag proves the text, and the text is hidden by
 * what only the tag and a second key give. The same text has the same seal, which players count on.
 */
export function sealLeaf(text: string, { tag: tagKey, stream }: LeafKeys): string {
  const tag = tagOf(text, tagKey);
  const bytes = Buffer.allocUnsafe(TAG_BYTES + text.length);
  bytes.write(tag, 'latin1');
  const hidden = maskOf(tag, text.length, stream);
  for (let at = 0; at < text.length; at += 1) {
    bytes[TAG_BYTES + at] = text.charCodeAt(at) ^ hidden.charCodeAt(at);
  }
  return bytes.toString('base64url');
}

/** Undefined for what was not sealed with these keys, or is spelt in another way. */
export function openLeaf(sealed: string, { tag: tagKey, stream }: LeafKeys): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const length = bytes.length - TAG_BYTES;
  if (length < 1 || length > LONGEST_LEAF || bytes.toString('base64url') !== sealed) return;
  const tag = bytes.toString('latin1', 0, TAG_BYTES);
  const hidden = maskOf(tag, length, stream);
  const codes = bytes.subarray(TAG_BYTES).map((byte, at) => byte ^ hidden.charCodeAt(at));
  const text = Buffer.from(codes).toString('latin1');
  const isOurs = timingSafeEqual(
    Buffer.from(tagOf(text, tagKey), 'latin1'),
    bytes.subarray(0, TAG_BYTES),
  );
  return isOurs ? text : undefined;
}

/** At least as many characters as asked for, of one byte each. */
function maskOf(tag: string, length: number, key: string): string {
  let mask = '';
  for (let block = 0; mask.length < length; block += 1) {
    mask += hash('blake2b512', `${key}${block}${tag}`, 'binary');
  }
  return mask;
}

/** BLAKE2 stays a proof with the key before the text, as older hashes do not. */
function tagOf(text: string, key: string): string {
  return hash('blake2s256', key + text, 'binary').slice(0, TAG_BYTES);
}
