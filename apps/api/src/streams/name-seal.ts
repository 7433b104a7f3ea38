// The last part of an address where a playlist names it beside itself, as most do: many are sealed in a few calls of a
// cipher, where each would cost two hashes.
import { createCipheriv, hash, timingSafeEqual, type Cipheriv } from 'node:crypto';

/** Its two keys, ready for use: block by block it keeps nothing from one call to the next. */
export interface NameCiphers {
  readonly tag: Cipheriv;
  readonly mask: Cipheriv;
}

const BLOCK = 16;
const WORDS = BLOCK / Int32Array.BYTES_PER_ELEMENT;
const MOST_BLOCKS = 11;
export const LONGEST_NAME = MOST_BLOCKS * BLOCK - 1;

/**
 * A message is how long the name is, the name, and zeros: 2, 5, 8 or 11 blocks. With the tag's before them they are a
 * multiple of three bytes, so that the base64 of many is that of each, one after the other.
 */
const blocksFor = (length: number): number => 2 + 3 * Math.max(0, Math.ceil((length - 31) / 48));
const blocksOf = (name: string): number => blocksFor(name.length);

/** Of one directory: what was sealed for another opens nothing here. */
export function nameCiphers(secret: string, directory: string): NameCiphers {
  const of = (use: string): Cipheriv => {
    const key = hash('sha256', `${use} ${secret} ${directory}`, 'buffer');
    return createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  };
  return { tag: of('name tag'), mask: of('name mask') };
}

/**
 * A synthetic initialisation vector, as in RFC 5297, of bare AES: the tag is the CBC-MAC of the message, and the message
 * is hidden by the tag's own counter blocks under the other key. CBC-MAC is a proof where no message begins with another,
 * as these, whose first byte says where they end, which `openName` insists on. Each step is taken for all names together;
 * what is done to one depends on no other. The same name has the same seal, which players count on.
 */
export function sealNames(names: readonly string[], ciphers: NameCiphers): readonly string[] {
  const blocks = blocksOf(names[0] ?? '');
  if (names.every((name) => blocksOf(name) === blocks)) return sealAll(names, blocks, ciphers);
  const sealed = new Map<string, string>();
  for (const [size, some] of Map.groupBy(names, blocksOf)) {
    sealAll(some, size, ciphers).forEach((text, at) => sealed.set(some[at] ?? '', text));
  }
  return names.map((name) => sealed.get(name) ?? '');
}

/** Undefined for what was not sealed with these keys, or is spelt in another way. */
export function openName(text: string, ciphers: NameCiphers): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const blocks = bytes.length / BLOCK - 1;
  if (blocks % 3 !== 2 || blocks > MOST_BLOCKS) return undefined;
  if (bytes.toString('base64url') !== text) return undefined;
  const sealed = wordsOf(bytes);
  const tag = sealed.subarray(0, WORDS);
  const message = mask(tag, blocks, ciphers.mask);
  for (let at = 0; at < message.length; at += 1) mix(message, at, sealed[WORDS + at]);
  if (!timingSafeEqual(tagsOf(message, blocks, ciphers.tag), tag)) return undefined;
  const opened = bytesOf(message);
  const [length = 0] = opened;
  return blocksFor(length) === blocks ? opened.toString('latin1', 1, 1 + length) : undefined;
}

function sealAll(
  names: readonly string[],
  blocks: number,
  ciphers: NameCiphers,
): readonly string[] {
  let padded = '';
  for (const name of names) {
    padded += String.fromCharCode(name.length) + name.padEnd(blocks * BLOCK - 1, '\0');
  }
  const messages = wordsOf(Buffer.from(padded, 'latin1'));
  const tags = tagsOf(messages, blocks, ciphers.tag);
  const masks = mask(tags, blocks, ciphers.mask);
  const sealed = new Int32Array(tags.length + messages.length);
  const size = blocks * WORDS;
  for (let name = 0; name < names.length; name += 1) {
    const to = name * (WORDS + size);
    const from = name * size;
    for (let at = 0; at < WORDS; at += 1) sealed[to + at] = tags[name * WORDS + at] ?? 0;
    for (let at = 0; at < size; at += 1) {
      sealed[to + WORDS + at] = (messages[from + at] ?? 0) ^ (masks[from + at] ?? 0);
    }
  }
  const text = bytesOf(sealed).toString('base64url');
  const characters = ((blocks + 1) * BLOCK * 4) / 3;
  return names.map((_name, at) => text.slice(at * characters, (at + 1) * characters));
}

/** Of messages of so many blocks. */
function tagsOf(messages: Int32Array, blocks: number, cipher: Cipheriv): Int32Array {
  let tags: Int32Array = new Int32Array(messages.length / blocks);
  for (let block = 0; block < blocks; block += 1) {
    for (let at = 0; at < tags.length; at += WORDS) {
      const from = at * blocks + block * WORDS;
      for (let word = 0; word < WORDS; word += 1) mix(tags, at + word, messages[from + word]);
    }
    tags = encrypted(tags, cipher);
  }
  return tags;
}

/** What hides so many blocks for each tag. */
function mask(tags: Int32Array, blocks: number, cipher: Cipheriv): Int32Array {
  const counters = new Int32Array(tags.length * blocks);
  for (let at = 0; at < counters.length; at += 1) {
    const block = Math.floor(at / WORDS);
    counters[at] = tags[Math.floor(block / blocks) * WORDS + (at % WORDS)] ?? 0;
  }
  const bytes = bytesOf(counters);
  for (let block = 0; block * BLOCK < bytes.length; block += 1) {
    const last = (block + 1) * BLOCK - 1;
    bytes[last] = (bytes[last] ?? 0) ^ (block % blocks);
  }
  return encrypted(counters, cipher);
}

const encrypted = (words: Int32Array, cipher: Cipheriv): Int32Array =>
  wordsOf(cipher.update(bytesOf(words)));

function mix(into: Int32Array, at: number, word = 0): void {
  into[at] = (into[at] ?? 0) ^ word;
}

/** Four bytes at a time, which takes a quarter of the steps; in which order they count does not matter here. */
function wordsOf(bytes: Buffer): Int32Array {
  const words = new Int32Array(bytes.length / Int32Array.BYTES_PER_ELEMENT);
  bytesOf(words).set(bytes);
  return words;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
