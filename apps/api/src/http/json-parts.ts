// Cuts the text of a long JSON list into shorter lists, so that nobody has to hold all of its items at once.

const [QUOTE, COMMA, BACKSLASH] = Buffer.from('",\\');
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('[]{}');
const SPACES: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\r\n'));

/**
 * The places between the brackets of a list, of at least so many bytes each but for the last; nothing where it is no
 * list. Each reads as a list of its own if, and only if, the whole reads; the last may be empty only where it is alone.
 */
export function cutList(json: Buffer, bytes: number): readonly Buffer[] | undefined {
  const [from, to] = [skipSpaces(json, 0, 1), skipSpaces(json, json.length - 1, -1)];
  if (from >= to || json[from] !== OPEN_LIST || json[to] !== CLOSE_LIST) return undefined;
  const parts: Buffer[] = [];
  let begin = from + 1;
  let comma = nextComma(json, begin, begin + bytes, to);
  while (comma < to) {
    parts.push(json.subarray(begin, comma));
    begin = comma + 1;
    comma = nextComma(json, begin, begin + bytes, to);
  }
  return [...parts, json.subarray(begin, to)];
}

/** The first comma from `enough` on that stands between two items, or `to`. */
function nextComma(json: Buffer, from: number, enough: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at + 1, to);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
    else if (byte === COMMA && depth === 0 && at >= enough) return at;
  }
  return to;
}

function endOfString(json: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

function skipSpaces(json: Buffer, from: number, step: 1 | -1): number {
  let at = from;
  while (SPACES.has(json[at])) at += step;
  return at;
}
