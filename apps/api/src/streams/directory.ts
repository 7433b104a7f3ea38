// The addresses of a playlist mostly stand in one directory, which is sealed once; what follows its ticket is the end of
// an address, sealed in one of two ways.
import { leafKeys, openLeaf, sealLeaf } from './leaf.ts';
import { nameCiphers, openName, sealNames, type NameCiphers } from './name-seal.ts';

export interface Directory {
  /** For one that fits a leaf. */
  readonly seal: (end: string) => string;
  /** For names that fit a seal of their own: together they cost less. */
  readonly sealNames: (names: readonly string[]) => readonly string[];
  /** Undefined for what was not sealed here, or is spelt in another way. */
  readonly open: (sealed: string) => string | undefined;
}

/** Stand before the sealed end, and say how it was sealed. */
const LEAF = '.';
const NAME = '~';

export function directoryOf(secret: string, ticket: string): Directory {
  const leaves = leafKeys(secret, ticket);
  let made: NameCiphers | undefined;
  const names = (): NameCiphers => (made ??= nameCiphers(secret, ticket));

  return {
    seal: (end) => `${LEAF}${sealLeaf(end, leaves)}`,
    sealNames: (ends) => sealNames(ends, names()).map((sealed) => `${NAME}${sealed}`),
    open(sealed) {
      const text = sealed.slice(1);
      return sealed.startsWith(NAME) ? openName(text, names()) : openLeaf(text, leaves);
    },
  };
}

/** Where the end of an address begins. */
export function endOf(url: string): number {
  const query = url.indexOf('?');
  return url.lastIndexOf('/', query < 0 ? url.length : query) + 1;
}

/** The ticket, and behind it the sealed end, if there is one. */
export function split(text: string): readonly [string, string] {
  const at = text.search(/[.~]/);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}
