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
  const directory = directoryOf(base);
  const isInLibrary = base.startsWith(LIBRARY_SCHEME);
  const travelling = inherited(ticket.headers, false);
  let last: { address: string; kind: TicketKind; path: string } | undefined;

  return (address, kind, variables) => {
    // Byte ranges of one file name it again and again.
    if (last?.address === address && last.kind === kind && !variables) return last.path;
    const isName = directory !== undefined && NAME.test(address);
    const url = isName ? directory.url : URL.parse(address, base);
    if (url && isHarmless(url, kind)) return address;
    if (!url || !(isWeb(url) || (isInLibrary && url.protocol === LIBRARY_SCHEME))) return undefined;
    const href = isName ? directory.url.href + address : url.href;
    if (href.length > MAX_ADDRESS_CHARACTERS) {
      throw new NotAPlaylist('The other server’s playlist has an address without end.');
    }
    const headers = originOf(url) === home ? ticket.headers : travelling;
    const grant = { url: href, kind, headers, reach: ticket.reach, variables };
    last = { address, kind, path: streamPath(issue(grant), grant) };
    return last.path;
  };
}

/** Bytes that are there already, unless they could name addresses in turn; and the names of keys that only players know. */
function isHarmless({ protocol }: URL, kind: TicketKind): boolean {
  return kind === 'media' && (protocol === 'data:' || protocol === 'skd:');
}

/** The bare name of a file beside the playlist, as most are: what it becomes needs no parser. */
const NAME = /^[\w-][\w.-]*$/;

function directoryOf(base: string): { readonly url: URL } | undefined {
  const url = URL.parse('.', base);
  return url && isWeb(url) ? { url } : undefined;
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
const originOf = (url: URL | null): string => (url ? `${url.protocol}${url.host}` : '');
