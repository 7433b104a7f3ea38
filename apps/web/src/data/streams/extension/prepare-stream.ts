// The rules by which the extension lets this page fetch streams where they are, with the headers that they need.
import type { Stream } from '@matinee/shared/media/stream';
import { askExtension } from './messages.ts';
import { playlistHosts } from './playlist-hosts.ts';

/** A stream that is looked for ahead does not take the rule of the one that plays. */
const MOST_RULES = 8;
const LIMIT_MS = 5_000;
/** No host has such a name: earlier extensions of the family can only be given another rule, not take one back. */
const NOWHERE = 'released.invalid';

/** The number of each stream's rule, the oldest first. */
const held = new Map<Stream, number>();

export async function prepareStream(stream: Stream, signal: AbortSignal): Promise<void> {
  const hosts = hostsOf(stream);
  if (hosts.length === 0) return;
  const ruleId = ruleOf(stream);
  const requestHeaders = { ...stream.preferredHeaders, ...stream.headers };
  await setRule({ ruleId, targetDomains: hosts, requestHeaders }, signal);
  if (stream.type !== 'hls') return;
  // What a playlist names may be anywhere; it can be read now.
  const further = await playlistHosts(stream.playlist, AbortSignal.any([signal, limit()]));
  const targetDomains = [...new Set([...hosts, ...further])];
  if (targetDomains.length > hosts.length && held.get(stream) === ruleId) {
    await setRule({ ruleId, targetDomains, requestHeaders }, signal);
  }
}

/** What no longer plays needs no rule; without one, this does nothing. */
export function releaseStream(stream: Stream): void {
  const ruleId = held.get(stream);
  if (ruleId === undefined) return;
  held.delete(stream);
  setRule({ ruleId, targetDomains: [NOWHERE], requestHeaders: {} }, limit()).catch(() => {
    // An extension that has gone has taken its rules with it.
  });
}

interface Rule {
  readonly ruleId: number;
  readonly targetDomains: readonly string[];
  readonly requestHeaders: Readonly<Record<string, string>>;
}

async function setRule(rule: Rule, signal: AbortSignal): Promise<void> {
  await askExtension({ name: 'prepareStream', body: rule, timeoutMs: LIMIT_MS, signal });
}

const limit = () => AbortSignal.timeout(LIMIT_MS);

function ruleOf(stream: Stream): number {
  const taken = new Set(held.values());
  const numbers = Array.from({ length: MOST_RULES }, (_, at) => at + 1);
  const [oldest] = held.keys();
  const number = held.get(stream) ?? numbers.find((one) => !taken.has(one));
  if (number === undefined && oldest) {
    const theirs = held.get(oldest) ?? 1;
    held.delete(oldest);
    held.set(stream, theirs);
    return theirs;
  }
  held.set(stream, number ?? 1);
  return number ?? 1;
}

function hostsOf(stream: Stream): string[] {
  const urls =
    stream.type === 'hls'
      ? [stream.playlist]
      : Object.values(stream.qualities).map(({ url }) => url);
  return [...new Set(urls.flatMap((url) => URL.parse(url)?.hostname || []))];
}
