// Removes titles, tokens and link codes from request URLs and messages before they are logged.

const HIDDEN = '[hidden]';
const ID = '[id]';
const MAX_PATH_LENGTH = 150;
const MAX_PARAMETERS = 12;

/** Query parameters that reveal no titles and grant no access. All others are hidden. */
const SHOWN_PARAMETERS: ReadonlySet<string> = new Set([
  'type',
  'id',
  'page',
  'language',
  'languages',
  'region',
  'watch_region',
  'append_to_response',
  'include_video_language',
  'season',
  'seasonnumber',
  'episode',
  'episodenumber',
  'limit',
  'm',
  '_hls_msn',
  '_hls_part',
]);
/** URLs of other servers. Only their origins are logged. */
const ADDRESS_PARAMETERS: ReadonlySet<string> = new Set(['destination', 'url']);

/** Paths that contain stream tokens, link IDs, invitation codes or titles. */
const SECRET_PATH = /^(\/(?:stream|subtitles\/file|links|invitations|media|browse|search|s)\/).+$/;
/** IDs of titles, here and at the movie database. The 3 in `/catalogue/3` is a version. */
const TITLE_ID = /(?<!^\/catalogue)\/(?:\d+|tt\d+)(?=\/|$)/g;

/** Returns the path and query of a request for the log. */
export function loggedUrl(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return loggedPath(url);
  const parameters = [...new URLSearchParams(url.slice(at + 1))];
  const shown = parameters.slice(0, MAX_PARAMETERS).map(loggedParameter);
  if (parameters.length > MAX_PARAMETERS) shown.push('…');
  return `${loggedPath(url.slice(0, at))}?${shown.join('&')}`;
}

function loggedPath(path: string): string {
  return shortened(
    path.replace(SECRET_PATH, `$1${HIDDEN}`).replaceAll(TITLE_ID, `/${ID}`),
    MAX_PATH_LENGTH,
  );
}

function loggedParameter([name, value]: readonly [string, string]): string {
  const known = name.toLowerCase();
  if (!/^[\w.-]{1,30}$/.test(name)) return HIDDEN;
  if (ADDRESS_PARAMETERS.has(known)) return `${name}=${originOf(value) ?? HIDDEN}`;
  const isShown = SHOWN_PARAMETERS.has(known) && /^[\w.,-]{0,40}$/.test(value);
  return `${name}=${isShown ? value : HIDDEN}`;
}

/** Reduces URLs in a log line to their origins, because they may contain a title or a key. */
export function maskUrls(line: string): string {
  return line.replaceAll(/\bhttps?:\/\/[^\s"'<>`\\]+/gi, (url) => {
    const origin = originOf(url);
    if (origin === undefined) return HIDDEN;
    return url.length > origin.length + 1 ? `${origin}/…` : url;
  });
}

function originOf(url: string): string | undefined {
  const origin = URL.parse(url)?.origin;
  return origin === undefined || origin === 'null' ? undefined : shortened(origin, 80);
}

export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
