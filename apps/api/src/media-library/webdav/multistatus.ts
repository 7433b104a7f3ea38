// What a WebDAV server answers to PROPFIND (RFC 4918).
import { Parser } from 'htmlparser2';

export interface DavEntry {
  /** As the server wrote it: a path or an address, percent-encoded. */
  readonly href: string;
  readonly isFolder: boolean;
  /** Its `getetag`. */
  readonly version: string | undefined;
}

/** The answer was not one, or not whole. */
export class InvalidListingError extends Error {
  override name = 'BrokenListing';
}

/** Prefixes are the server's choice: `D:href`, `d:href`, `lp1:href` or none. */
const local = (tag: string): string => tag.slice(tag.indexOf(':') + 1).toLowerCase();

export function readListing(text: string): readonly DavEntry[] {
  const entries: DavEntry[] = [];
  const path: string[] = [];
  let href = '';
  let isFolder = false;
  let version = '';
  let isComplete = false;
  const parser = new Parser(
    {
      onopentag: (tag) => {
        const name = local(tag);
        if (name === 'response') {
          href = '';
          isFolder = false;
          version = '';
        }
        if (name === 'collection' && path.at(-1) === 'resourcetype') isFolder = true;
        path.push(name);
      },
      ontext: (piece) => {
        // Other hrefs stand deeper, in the properties.
        if (path.at(-1) === 'href' && path.at(-2) === 'response') href += piece;
        if (path.at(-1) === 'getetag') version += piece;
      },
      onclosetag: (tag, isImplied) => {
        const name = local(tag);
        path.pop();
        if (name === 'response' && href.trim() !== '')
          entries.push({ href: href.trim(), isFolder, version: version.trim() || undefined });
        if (name === 'multistatus' && !isImplied && path.length === 0) isComplete = true;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (!isComplete) throw new InvalidListingError('the server’s list is no list, or was cut off');
  return entries;
}
