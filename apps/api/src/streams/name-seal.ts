// The last part of an address where it is a short name, as in most playlists: many are sealed in a few calls of a
// cipher, where each would cost two hashes.
import { createCipheriv, hash, timingSafeEqual, type Cipheriv } from 'node:crypto';

/** Its two keys, ready for use: block by block it keeps nothing from one call to the next. */
export interface NameCiphers {
  readonly tag: Cipheriv;
  readonly mask: Cipheriv;
}

const BLOCK = 16;
/**
 * How long the name is, the name, and zeros: so many blocks, which its first byte tells. With the tag's before them they
 * are a multiple of three bytes, so that the base64 of many is that of each, one after the other.
 */
const FEW_BLOCKS = 2;
const MANY_BLOCKS = 5;
export const LONGEST_NAME = MANY_BLOCKS * BLOCK - 1;

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
 * as these, whose first byte says where they end, which `openName` insists on. Each step is taken for all names together; what is done to one depends
 * on no other. The same name has the same seal, which players count on.
 */
export function sealNames(names: readonly string[], ciphers: NameCiphers): readonly string[] {
  const short = sealAll(names.filter(isShort), FEW_BLOCKS, ciphers);
  if (short.length === names.length) return short;
  const long = sealAll(
    names.filter((name) => !isShort(name)),
    MANY_BLOCKS,
    ciphers,
  );
  const [nextShort, nextLong] = [short.values(), long.values()];
  return names.map((name) => (isShort(name) ? nextShort : nextLong).next().value ?? '');
}

/** Undefined for what was not sealed with these keys, or is spelt in another way. */
export function openName(text: string, ciphers: NameCiphers): string | undefined {
  const sealed = Buffer.from(text, 'base64url');
  const blocks = sealed.length / BLOCK - 1;
  if (blocks !== FEW_BLOCKS && blocks !== MANY_BLOCKS) return undefined;
  if (sealed.toString('base64url') !== text) return undefined;
  const tag = sealed.subarray(0, BLOCK);
  const message = masked(sealed.subarray(BLOCK), tag, ciphers.mask);
  if (!timingSafeEqual(tagsOf(message, blocks, ciphers.tag), tag)) return undefined;
  const [length = 0] = message;
  return blocksFor(length) === blocks ? message.toString('latin1', 1, 1 + length) : undefined;
}

const blocksFor = (length: number): number =>
  length < FEW_BLOCKS * BLOCK ? FEW_BLOCKS : MANY_BLOCKS;
const isShort = (name: string): boolean => blocksFor(name.length) === FEW_BLOCKS;

function sealAll(
  names: readonly string[],
  blocks: number,
  ciphers: NameCiphers,
): readonly string[] {
  const padded = names.map(
    (name) => String.fromCharCode(name.length) + name.padEnd(blocks * BLOCK - 1, '\0'),
  );
  const messages = Buffer.from(padded.join(''), 'latin1');
  const tags = tagsOf(messages, blocks, ciphers.tag);
  const hidden = masked(messages, tags, ciphers.mask);
  const bytes = (blocks + 1) * BLOCK;
  const sealed = Buffer.allocUnsafe(names.length * bytes);
  for (let at = 0; at < names.length; at += 1) {
    const end = tags.copy(sealed, at * bytes, at * BLOCK, (at + 1) * BLOCK);
    hidden.copy(sealed, at * bytes + end, at * blocks * BLOCK, (at + 1) * blocks * BLOCK);
  }
  const text = sealed.toString('base64url');
  const characters = (bytes / 3) * 4;
  return names.map((_name, at) => text.slice(at * characters, (at + 1) * characters));
}

/** Of messages of so many blocks. */
function tagsOf(messages: Buffer, blocks: number, cipher: Cipheriv): Buffer {
  let tags = Buffer.alloc(messages.length / blocks);
  for (let block = 0; block < blocks; block += 1) {
    for (let at = 0; at < tags.length; at += 1) {
      const within = at % BLOCK;
      const from = (at - within) * blocks + block * BLOCK + within;
      tags[at] = (tags[at] ?? 0) ^ (messages[from] ?? 0);
    }
    tags = cipher.update(tags);
  }
  return tags;
}

/** The same turns what is hidden back. */
function masked(messages: Buffer, tags: Buffer, cipher: Cipheriv): Buffer {
  const blocks = messages.length / tags.length;
  const counters = Buffer.allocUnsafe(messages.length);
  for (let at = 0; at < tags.length; at += BLOCK) {
    for (let block = 0; block < blocks; block += 1) {
      const to = at * blocks + block * BLOCK;
      tags.copy(counters, to, at, at + BLOCK);
      counters[to + BLOCK - 1] = (counters[to + BLOCK - 1] ?? 0) ^ block;
    }
  }
  const mask = cipher.update(counters);
  for (let at = 0; at < mask.length; at += 1) mask[at] = (mask[at] ?? 0) ^ (messages[at] ?? 0);
  return mask;
}
