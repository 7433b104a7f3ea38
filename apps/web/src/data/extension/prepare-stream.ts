import type { Stream } from '@matinee/shared/media/stream';
import { askExtension } from './messages.ts';

/** The family's number for the rule of the stream that plays; each new one replaces the last. */
const STREAM_RULE = 1;
const LIMIT_MS = 5_000;

/** Lets this page fetch the stream where it is, with the headers it needs. */
export async function prepareStream(stream: Stream, signal: AbortSignal): Promise<void> {
  const targetDomains = hostsOf(stream);
  if (targetDomains.length === 0) return;
  const requestHeaders = { ...stream.preferredHeaders, ...stream.headers };
  await askExtension({
    name: 'prepareStream',
    body: { ruleId: STREAM_RULE, targetDomains, requestHeaders },
    timeoutMs: LIMIT_MS,
    signal,
  });
}

function hostsOf(stream: Stream): string[] {
  const urls =
    stream.type === 'hls'
      ? [stream.playlist]
      : Object.values(stream.qualities).map(({ url }) => url);
  return [...new Set(urls.flatMap((url) => URL.parse(url)?.hostname ?? []))];
}
