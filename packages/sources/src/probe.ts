// A stream counts only when its address answers with media. Dead links are the commonest failure of all.
import {
  Quality,
  type FileStream,
  type HlsStream,
  type Stream,
} from '@matinee/shared/media/stream';
import { describeError } from './errors.ts';
import { LIBRARY_SCHEME, type FetchResponse, type FetchOptions } from './source.ts';

export const PROBE_MS = 2_500;
const PLAYLIST_BYTES = 1_024;
const MEDIA_TYPE = /^(video\/|audio\/mp4|application\/(mp4|octet-stream)|binary\/octet-stream)/i;

type Fetch = (url: string, options?: FetchOptions) => Promise<FetchResponse>;

export type ProbeResult =
  | { readonly plays: true; readonly stream: Stream }
  | { readonly plays: false; readonly reason: string };

export function probe(stream: Stream, fetch: Fetch): Promise<ProbeResult> {
  return stream.type === 'hls' ? probePlaylist(stream, fetch) : probeFiles(stream, fetch);
}

async function probePlaylist(stream: HlsStream, fetch: Fetch): Promise<ProbeResult> {
  // The library makes it when it is opened.
  if (stream.playlist.startsWith(LIBRARY_SCHEME)) return { plays: true, stream };
  const reason = await complaint(async () => {
    const { status, body } = await fetch(stream.playlist, {
      headers: headersOf(stream),
      maxBytes: PLAYLIST_BYTES,
      timeoutMs: PROBE_MS,
    });
    if (!isContent(status)) return `the playlist answered ${status}`;
    return body.replace(/^\uFEFF/, '').startsWith('#EXTM3U') ? undefined : 'not a playlist';
  });
  return reason === undefined ? { plays: true, stream } : { plays: false, reason };
}

/** Files that do not answer are left out; the stream plays while one is left. */
async function probeFiles(stream: FileStream, fetch: Fetch): Promise<ProbeResult> {
  const tried = await Promise.all(
    Object.entries(stream.qualities).map(async ([quality, file]) => ({
      quality,
      file,
      reason: await complaint(() => complaintOfFile(file.url, headersOf(stream), fetch)),
    })),
  );
  const alive = tried.filter(({ reason }) => reason === undefined);
  if (alive.length === 0) return { plays: false, reason: tried[0]?.reason ?? 'no file' };
  const qualities: FileStream['qualities'] = {};
  for (const { quality, file } of alive) qualities[Quality.parse(quality)] = file;
  return { plays: true, stream: { ...stream, qualities } };
}

async function complaintOfFile(
  url: string,
  headers: Readonly<Record<string, string>>,
  fetch: Fetch,
): Promise<string | undefined> {
  // The library found it on its disk a moment ago.
  if (url.startsWith(LIBRARY_SCHEME)) return undefined;
  const answer = await fetch(url, {
    headers: { ...headers, range: 'bytes=0-1' },
    maxBytes: 2,
    timeoutMs: PROBE_MS,
  });
  if (!isContent(answer.status)) return `the file answered ${answer.status}`;
  const type = answer.headers['content-type'] ?? 'no content type';
  return MEDIA_TYPE.test(type) ? undefined : `the file answered with ${type}`;
}

async function complaint(ask: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await ask();
  } catch (error) {
    return `no answer (${describeError(error).message})`;
  }
}

function isContent(status: number): boolean {
  return status === 200 || status === 206;
}

/** What must be sent wins over what merely helps. */
function headersOf(stream: Stream): Record<string, string> {
  return { ...stream.preferredHeaders, ...stream.headers };
}
