import { rewriteLines, InvalidPlaylistError, type PlaylistContext } from './rewrite-line.ts';

const MAX_PLAYLIST_BYTES = 5 * 1024 * 1024;
/** A line may contain keys and small images as data URLs. */
const MAX_LINE_CHARACTERS = 64 * 1024;
/** More than a day in segments of two seconds. */
const MAX_SENT_CHARACTERS = 64 * 1024 * 1024;
const PART_CHARACTERS = 64 * 1024;
const PLAYLIST_START = '#EXTM3U';

/** Rewrites a playlist chunk by chunk. Throws before the first chunk if the text isn't a playlist. */
export async function* rewritePlaylist(
  pieces: AsyncIterable<Uint8Array>,
  context: PlaylistContext,
): AsyncGenerator<string, void, undefined> {
  const rewriteAll = createRewriteAll(context);
  // The decoder also drops a byte order mark.
  const decoder = new TextDecoder();
  const headerCheck = createHeaderCheck();
  const unended = createUnendedLine();
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > MAX_PLAYLIST_BYTES) throw endless();
    const text = headerCheck.read(decoder.decode(piece, { stream: true }));
    const lines = text === undefined ? undefined : unended.join(text);
    if (lines !== undefined) yield* rewriteAll(lines);
  }
  const last = unended.rest() + headerCheck.end(decoder.decode());
  if (last !== '') yield* rewriteAll(last);
}

interface HeaderCheck {
  /** Returns the text once it is known to be a playlist. Throws if it isn't one. */
  readonly read: (text: string) => string | undefined;
  /** Returns the rest at the end. Throws if no playlist was found. */
  readonly end: (text: string) => string;
}

function createHeaderCheck(): HeaderCheck {
  let start = '';
  let blanks = 0;
  let isValid = false;

  function read(text: string): string | undefined {
    if (isValid) return text;
    // Drop leading blanks as they arrive. Checking them again with each chunk would take quadratic time.
    const more = start === '' ? text.trimStart() : start + text;
    blanks += start.length + text.length - more.length;
    isValid = more.startsWith(PLAYLIST_START);
    if (isValid) return more;
    if (!PLAYLIST_START.startsWith(more) || blanks > MAX_LINE_CHARACTERS) throw noPlaylist();
    start = more;
    return undefined;
  }

  return {
    read,
    end: (text) => {
      const rest = read(text);
      if (rest === undefined) throw noPlaylist();
      return rest;
    },
  };
}

interface UnendedLine {
  /** Returns all complete lines. Undefined if there are none. */
  readonly join: (text: string) => string | undefined;
  readonly rest: () => string;
}

/**
 * Joins the pieces of a line once it is complete. Joining many tiny pieces repeatedly would take quadratic time.
 */
function createUnendedLine(): UnendedLine {
  let parts: string[] = [];
  let characters = 0;

  function flush(): string {
    const line = parts.join('');
    parts = [];
    characters = 0;
    return line;
  }

  function append(part: string): void {
    characters += part.length;
    if (characters > MAX_LINE_CHARACTERS) throw lineTooLong();
    if (part !== '') parts.push(part);
  }

  return {
    join(text) {
      const end = text.lastIndexOf('\n');
      if (end < 0) {
        append(text);
        return undefined;
      }
      const lines = flush() + text.slice(0, end);
      append(text.slice(end + 1));
      return lines;
    },
    rest: flush,
  };
}

export function isPlaylistStart(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 64));
  return text.trimStart().startsWith(PLAYLIST_START);
}

/** Yields small parts, because stream tokens can be a hundred times longer than URLs. */
function createRewriteAll(context: PlaylistContext): (text: string) => Generator<string> {
  const rewriteLine = rewriteLines(context);
  let sentCharacters = 0;

  function rewrite(line: string): string {
    if (line.length > MAX_LINE_CHARACTERS) throw lineTooLong();
    const rewritten = rewriteLine(line);
    if (rewritten === undefined) return '';
    sentCharacters += rewritten.length;
    if (sentCharacters > MAX_SENT_CHARACTERS) throw endless();
    return `${rewritten}\n`;
  }

  return function* rewriteAll(text) {
    let part = '';
    for (const line of linesOf(text)) {
      part += rewrite(line);
      if (part.length < PART_CHARACTERS) continue;
      yield part;
      part = '';
    }
    if (part !== '') yield part;
  };
}

/** Some players also treat these as line ends, so URLs after them must be rewritten. */
const OTHER_LINE_ENDS = /[\r\u2028\u2029]/;
const ANY_LINE_END = /\r?\n|\r(?!$)|[\u2028\u2029]/;

function linesOf(text: string): string[] {
  return text.split(OTHER_LINE_ENDS.test(text) ? ANY_LINE_END : '\n');
}

const endless = (): InvalidPlaylistError => new InvalidPlaylistError('The playlist is too long.');
const noPlaylist = (): InvalidPlaylistError =>
  new InvalidPlaylistError("The remote server didn't send a playlist.");
const lineTooLong = (): InvalidPlaylistError =>
  new InvalidPlaylistError('The playlist contains a line that is too long.');
