import { LIBRARY_SCHEME } from '@matinee/sources/source';
import { endingOf, inherited } from './headers.ts';
import { NotAPlaylist } from './not-a-playlist.ts';
import type { Link } from './playlist-line.ts';
import type { Grant, Issue, Ticket, TicketKind } from './ticket.ts';

export const STREAM_PATH = '/stream';

/** Longer ones would not fit into a request line as a ticket. */
const MAX_ADDRESS_CHARACTERS = 6 * 1024;

/** Where a player finds what the ticket opens. The name is for players that go by endings, and tells nothing else. */
export function streamPath(ticket: string, { kind, url }: Pick<Grant, 'kind' | 'url'>): string {
  if (kind === 'playlist') return `${STREAM_PATH}/${ticket}/index.m3u8`;
  const ending = endingOf(url);
  return `${STREAM_PATH}/${ticket}${ending && `/stream.${ending}`}`;
}

/** Turns the addresses in a playlist into tickets of its own session. `base` is where the playlist was found in the end. */
export function linksFrom(ticket: Ticket, base: string, issue: Issue): Link {
  // What a library says of its servers is as good as its own word; elsewhere a redirect may have led to strangers.
  const home = originOf(URL.parse(ticket.url.startsWith(LIBRARY_SCHEME) ? base : ticket.url));
  const isInLibrary = base.startsWith(LIBRARY_SCHEME);
  let last: { address: string; kind: TicketKind; path: string } | undefined;

  return (address, kind) => {
    // Byte ranges of one file name it again and again.
    if (last?.address === address && last.kind === kind) return last.path;
    const url = URL.parse(address, base);
    if (url && isHarmless(url, kind)) return address;
    if (!url || !(isWeb(url) || (isInLibrary && url.protocol === LIBRARY_SCHEME))) return undefined;
    if (url.href.length > MAX_ADDRESS_CHARACTERS) {
      throw new NotAPlaylist('The other server’s playlist has an address without end.');
    }
    const headers = inherited(ticket.headers, originOf(url) === home);
    const grant = { url: url.href, kind, headers, reach: ticket.reach };
    last = { address, kind, path: streamPath(issue(grant), grant) };
    return last.path;
  };
}

/** Bytes that are there already, unless they could name addresses in turn; and the names of keys that only players know. */
function isHarmless({ protocol }: URL, kind: TicketKind): boolean {
  return kind === 'media' && (protocol === 'data:' || protocol === 'skd:');
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
const originOf = (url: URL | null): string => (url ? `${url.protocol}${url.host}` : '');
