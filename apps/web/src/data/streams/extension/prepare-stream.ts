// Sets the extension's rules: they let this page fetch a stream's hosts with the headers that the stream needs.
import type { Stream } from '@matinee/shared/media/stream';
import { requestExtension } from './messages.ts';
import { requestText } from '#lib/http.ts';

/** Several, so that a prefetched stream does not take the rule of the playing stream. */
const MAX_RULES = 8;
const LIMIT_MS = 5_000;
/** An impossible host: movie-web extensions can replace rules, not remove them. */
const NOWHERE = 'released.invalid';

/** Rule ids by stream, the oldest first. */
const ruleIds = new Map<Stream, number>();

export async function prepareStream(stream: Stream, signal: AbortSignal): Promise<void> {
  const hosts = hostsOf(stream);
  if (hosts.length === 0) return;
  const ruleId = ruleOf(stream);
  const requestHeaders = { ...stream.preferredHeaders, ...stream.headers };
  await setRule({ ruleId, targetDomains: hosts, requestHeaders }, signal);
  if (stream.type !== 'hls') return;
  // Segments may be on other hosts, which the playlist names.
  const further = await playlistHosts(stream.playlist, AbortSignal.any([signal, limit()]));
  const targetDomains = [...new Set([...hosts, ...further])];
  if (targetDomains.length > hosts.length && ruleIds.get(stream) === ruleId) {
    await setRule({ ruleId, targetDomains, requestHeaders }, signal);
  }
}

/** Disables the stream's rule, if it has one. */
export function releaseStream(stream: Stream): void {
  const ruleId = ruleIds.get(stream);
  if (ruleId === undefined) return;
  ruleIds.delete(stream);
  setRule({ ruleId, targetDomains: [NOWHERE], requestHeaders: {} }, limit()).catch(() => {
    // A removed extension has no rules left.
  });
}

interface Rule {
  readonly ruleId: number;
  readonly targetDomains: readonly string[];
  readonly requestHeaders: Readonly<Record<string, string>>;
}

async function setRule(rule: Rule, signal: AbortSignal): Promise<void> {
  await requestExtension({ name: 'prepareStream', body: rule, timeoutMs: LIMIT_MS, signal });
}

const limit = () => AbortSignal.timeout(LIMIT_MS);

function ruleOf(stream: Stream): number {
  const taken = new Set(ruleIds.values());
  const numbers = Array.from({ length: MAX_RULES }, (_, at) => at + 1);
  const [oldest] = ruleIds.keys();
  const number = ruleIds.get(stream) ?? numbers.find((one) => !taken.has(one));
  if (number === undefined && oldest) {
    const theirs = ruleIds.get(oldest) ?? 1;
    ruleIds.delete(oldest);
    ruleIds.set(stream, theirs);
    return theirs;
  }
  ruleIds.set(stream, number ?? 1);
  return number ?? 1;
}

function hostsOf(stream: Stream): string[] {
  const urls =
    stream.type === 'hls'
      ? [stream.playlist]
      : Object.values(stream.qualities).map(({ url }) => url);
  return [...new Set(urls.flatMap((url) => URL.parse(url)?.hostname || []))];
}

const MAX_BYTES = 2 * 1024 * 1024;
/** Qualities of one stream share their hosts. */
const MAX_PLAYLISTS = 4;

/** Returns the hosts that the playlists of a stream name, if they can be read in time. */
async function playlistHosts(url: string, signal: AbortSignal): Promise<readonly string[]> {
  const first = await read(url, signal);
  const inner = first.filter(isPlaylist).slice(0, MAX_PLAYLISTS);
  const parts = await Promise.all(inner.map((playlist) => read(playlist, signal)));
  return [...new Set([...first, ...parts.flat()].flatMap((one) => URL.parse(one)?.hostname || []))];
}

const isPlaylist = (url: string): boolean => /\.m3u8?$/i.test(URL.parse(url)?.pathname ?? '');

async function read(url: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const { body, finalUrl } = await requestText(url, { signal, maxBytes: MAX_BYTES });
    return urlsIn(body, finalUrl || url);
  } catch {
    return [];
  }
}

/** Returns the URLs of segments and playlists, and the URLs in tags. */
function urlsIn(text: string, base: string): string[] {
  return text
    .split(/\r?\n/)
    .flatMap((line) =>
      line.startsWith('#') ? [...line.matchAll(/\bURI="([^"]+)"/g)].map(([, uri]) => uri) : [line],
    )
    .flatMap((url) => (url?.trim() ? (URL.parse(url.trim(), base)?.href ?? []) : []));
}
