// Parses a WebDAV PROPFIND response (RFC 4918).
import { Parser } from 'htmlparser2';

export interface DavEntry {
  /** As sent by the server: a path or URL, percent-encoded. */
  readonly href: string;
  readonly isFolder: boolean;
  /** The entry's `getetag`. */
  readonly version: string | undefined;
}

/** The response is no multistatus document, or is truncated. */
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
  if (!isComplete) throw new InvalidListingError('the server’s list is invalid or truncated');
  return entries;
}
