import { LIBRARY_SCHEME } from '@matinee/sources/source';
import { createBeside } from './beside.ts';
import { endingOf, inherited } from './headers.ts';
import { NotAPlaylist } from './not-a-playlist.ts';
import type { Link } from './playlist-line.ts';
import { LONGEST_NAME } from './name-seal.ts';
import type { Grant, Heirs, Ticket, TicketKind } from './ticket.ts';
import type { Variables } from './variables.ts';

export const STREAM_PATH = '/stream';

/** Longer ones would not fit into a request line as a ticket. */
const MAX_ADDRESS_CHARACTERS = 6 * 1024;

/** Where a player finds what the ticket opens. The name is for players that go by endings, and tells nothing else. */
export function streamPath(ticket: string, { kind, url }: Pick<Grant, 'kind' | 'url'>): string {
  if (kind === 'playlist') return `${STREAM_PATH}/${ticket}/index.m3u8`;
  const ending = endingOf(url);
  return `${STREAM_PATH}/${ticket}${ending && `/stream.${ending}`}`;
}

export interface Links {
  readonly link: Link;
  /** Told which lines come next, it seals the names among them together. */
  readonly foresee: (lines: readonly string[]) => void;
}

/** Turns the addresses in a playlist into tickets of its own session. `base` is where the playlist was found in the end. */
export function linksFrom(ticket: Ticket, base: string, { issue, issueNames }: Heirs): Links {
  // What a library says of its servers is as good as its own word; elsewhere a redirect may have led to strangers.
  const home = originOf(URL.parse(ticket.url.startsWith(LIBRARY_SCHEME) ? base : ticket.url));
  const isInLibrary = base.startsWith(LIBRARY_SCHEME);
  const travelling = inherited(ticket.headers, false);
  const { reach } = ticket;
  const directory = directoryOf(base);
  const near = directory && grantOf(directory);
  const beside =
    near && createBeside(near.url, (names) => issueNames({ ...near, kind: 'media' }, names));
  let last: { address: string; kind: TicketKind; path: string } | undefined;

  function grantOf(url: URL): Omit<Grant, 'kind'> {
    return { url: url.href, headers: originOf(url) === home ? ticket.headers : travelling, reach };
  }

  function link(address: string, kind: TicketKind, variables?: Variables): string | undefined {
    const known = kind === 'media' ? beside?.ticketOf(address) : undefined;
    if (known !== undefined) return streamPath(known, { kind, url: address });
    // Byte ranges of one file name it again and again.
    if (last?.address === address && last.kind === kind && !variables) return last.path;
    const rest = beside?.restOf(address);
    const url = rest === undefined ? URL.parse(address, base) : directory;
    if (url && isHarmless(url, kind)) return address;
    if (!url || !(isWeb(url) || (isInLibrary && url.protocol === LIBRARY_SCHEME))) return undefined;
    const found = near && rest !== undefined ? { ...near, url: near.url + rest } : grantOf(url);
    if (found.url.length > MAX_ADDRESS_CHARACTERS) {
      throw new NotAPlaylist('The other server’s playlist has an address without end.');
    }
    const grant = { ...found, kind, variables };
    last = { address, kind, path: streamPath(issue(grant), grant) };
    return last.path;
  }

  return { link, foresee: (lines) => beside?.foresee(lines) };
}

/** Bytes that are there already, unless they could name addresses in turn; and the names of keys that only players know. */
function isHarmless({ protocol }: URL, kind: TicketKind): boolean {
  return kind === 'media' && (protocol === 'data:' || protocol === 'skd:');
}

function directoryOf(base: string): URL | undefined {
  const url = URL.parse('.', base);
  if (!url || !isWeb(url)) return undefined;
  return url.href.length + LONGEST_NAME <= MAX_ADDRESS_CHARACTERS ? url : undefined;
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
const originOf = (url: URL | null): string => (url ? `${url.protocol}${url.host}` : '');
