import { NotAPlaylist } from './not-a-playlist.ts';
import { exchangeLines, type Exchange, type ExchangeLine } from './playlist-line.ts';

const MAX_PLAYLIST_BYTES = 5 * 1024 * 1024;
/** Keys and small pictures may stand in a line themselves. */
const MAX_LINE_CHARACTERS = 64 * 1024;
/** Of a day in pieces of two seconds there is still less. */
const MAX_SENT_CHARACTERS = 64 * 1024 * 1024;
const PART_CHARACTERS = 64 * 1024;
const PLAYLIST_START = '#EXTM3U';

/** The playlist as it is to be sent, piece by piece as it arrives. The first piece proves that it is one. */
export async function* rewritePlaylist(
  pieces: AsyncIterable<Uint8Array>,
  exchange: Exchange,
): AsyncGenerator<string, void, undefined> {
  const exchangeLine = exchangeLines(exchange);
  // Also drops a byte order mark.
  const decoder = new TextDecoder();
  const sent = { characters: 0 };
  let size = 0;
  let rest = '';
  let isProven = false;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > MAX_PLAYLIST_BYTES) throw endless();
    rest += decoder.decode(piece, { stream: true });
    isProven ||= isPlaylist(rest);
    if (!isProven) continue;
    const end = rest.lastIndexOf('\n') + 1;
    if (rest.length - end > MAX_LINE_CHARACTERS) throw lineTooLong();
    if (end > 0) yield* exchangeAll(rest.slice(0, end - 1), exchangeLine, sent);
    rest = rest.slice(end);
  }
  rest += decoder.decode();
  if (!isProven && !isPlaylist(rest, true)) throw noPlaylist();
  if (rest !== '') yield* exchangeAll(rest, exchangeLine, sent);
}

/** Whether it begins as playlists do; throws when it never will. */
function isPlaylist(text: string, isWhole = false): boolean {
  const start = text.trimStart().slice(0, PLAYLIST_START.length);
  if (start === PLAYLIST_START) return true;
  if (isWhole || !PLAYLIST_START.startsWith(start) || text.length > MAX_LINE_CHARACTERS) {
    throw noPlaylist();
  }
  return false;
}

export function isPlaylistStart(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 64));
  return text.trimStart().startsWith(PLAYLIST_START);
}

/** In parts that a reader keeps up with: tickets are a hundred times longer than the shortest address. */
function* exchangeAll(
  text: string,
  exchangeLine: ExchangeLine,
  sent: { characters: number },
): Generator<string, void, undefined> {
  let exchanged = '';
  for (const line of text.split('\n')) {
    if (line.length > MAX_LINE_CHARACTERS) throw lineTooLong();
    const own = exchangeLine(line);
    if (own === undefined) continue;
    exchanged += `${own}\n`;
    sent.characters += own.length;
    if (sent.characters > MAX_SENT_CHARACTERS) throw endless();
    if (exchanged.length < PART_CHARACTERS) continue;
    yield exchanged;
    exchanged = '';
  }
  if (exchanged !== '') yield exchanged;
}

const endless = (): NotAPlaylist => new NotAPlaylist('The other server’s playlist has no end.');
const noPlaylist = (): NotAPlaylist => new NotAPlaylist('The other server sent no playlist.');
const lineTooLong = (): NotAPlaylist =>
  new NotAPlaylist('The other server’s playlist has a line without end.');
