// Validates and probes the streams that sources return, because dead links are the most common failure.
import { FileStream, HlsStream, Quality, type Stream } from '@matinee/shared/media/stream';
import { z } from 'zod';
import { describeError } from './errors.ts';
import { LIBRARY_SCHEME, type FetchOptions, type FetchResponse } from './source.ts';

interface ValidationOptions {
  /** Whether `library:` URLs are valid. Sources that the operator chose may return them. */
  readonly isTrusted: boolean;
  readonly warn: (message: string) => void;
}

const AnyStream = z.looseObject({ type: z.unknown(), qualities: z.unknown().optional() });
const Qualities = z.record(z.string(), z.unknown());
const File = z.object({ type: z.literal('mp4'), url: z.string() });
const WebAddress = z.url({ protocol: /^https?$/ });
const LibraryAddress = z.string().startsWith(LIBRARY_SCHEME);

/** Drops unplayable files. Undefined if none remain. Throws for an unknown stream type. */
export function validateStream(input: unknown, options: ValidationOptions): Stream | undefined {
  const stream = AnyStream.parse(input);
  if (stream.type === 'hls') return validateHls(stream, options);
  if (stream.type === 'file') return validateFiles(stream, options);
  throw new Error(`Unknown stream type: ${String(stream.type)}`);
}

function validateHls(input: unknown, options: ValidationOptions): Stream | undefined {
  const stream = HlsStream.parse(input);
  if (isAddress(stream.playlist, options)) return stream;
  options.warn('skipped a stream: its playlist has no http or https URL');
  return undefined;
}

function validateFiles(
  input: z.infer<typeof AnyStream>,
  options: ValidationOptions,
): Stream | undefined {
  const files = Object.entries(Qualities.parse(input.qualities));
  const valid = files.filter(([quality, file]) => {
    const { data } = File.safeParse(file);
    const isValid =
      Quality.safeParse(quality).success && data !== undefined && isAddress(data.url, options);
    if (!isValid) options.warn(`skipped a file: "${quality}" isn't an mp4 file of a known quality`);
    return isValid;
  });
  if (valid.length === 0) return undefined;
  return FileStream.parse({ ...input, qualities: Object.fromEntries(valid) });
}

function isAddress(url: string, { isTrusted }: ValidationOptions): boolean {
  return WebAddress.safeParse(url).success || (isTrusted && LibraryAddress.safeParse(url).success);
}

const PROBE_TIMEOUT_MS = 2_500;
const PLAYLIST_BYTES = 1_024;
const MEDIA_TYPE = /^(video\/|audio\/mp4|application\/(mp4|octet-stream)|binary\/octet-stream)/i;

type BoundFetch = (url: string, options?: FetchOptions) => Promise<FetchResponse>;

type ProbeResult =
  | { readonly plays: true; readonly stream: Stream }
  | { readonly plays: false; readonly reason: string };

/** Requests the start of each URL. A file stream keeps the files that respond. */
export function probe(stream: Stream, fetch: BoundFetch): Promise<ProbeResult> {
  return stream.type === 'hls' ? probePlaylist(stream, fetch) : probeFiles(stream, fetch);
}

async function probePlaylist(stream: HlsStream, fetch: BoundFetch): Promise<ProbeResult> {
  // Skip playlists of libraries, which are generated when they are opened.
  if (stream.playlist.startsWith(LIBRARY_SCHEME)) return { plays: true, stream };
  const reason = await failureOf(async () => {
    const { status, body } = await fetch(stream.playlist, {
      headers: headersOf(stream),
      maxBytes: PLAYLIST_BYTES,
      timeoutMs: PROBE_TIMEOUT_MS,
    });
    if (!isContent(status)) return `the playlist responded with status ${status}`;
    return body.replace(/^\uFEFF/, '').startsWith('#EXTM3U')
      ? undefined
      : 'the playlist is invalid';
  });
  return reason === undefined ? { plays: true, stream } : { plays: false, reason };
}

async function probeFiles(stream: FileStream, fetch: BoundFetch): Promise<ProbeResult> {
  const probed = await Promise.all(
    Object.entries(stream.qualities).map(async ([quality, file]) => ({
      quality,
      file,
      reason: await failureOf(() => probeFile(file.url, headersOf(stream), fetch)),
    })),
  );
  const alive = probed.filter(({ reason }) => reason === undefined);
  if (alive.length === 0) return { plays: false, reason: probed[0]?.reason ?? 'no file' };
  const qualities: FileStream['qualities'] = {};
  for (const { quality, file } of alive) qualities[Quality.parse(quality)] = file;
  return { plays: true, stream: { ...stream, qualities } };
}

/** Resolves to undefined for a file that plays. */
async function probeFile(
  url: string,
  headers: Readonly<Record<string, string>>,
  fetch: BoundFetch,
): Promise<string | undefined> {
  // Skip library files, because the index lists only existing files.
  if (url.startsWith(LIBRARY_SCHEME)) return undefined;
  const response = await fetch(url, {
    headers: { ...headers, range: 'bytes=0-1' },
    maxBytes: 2,
    timeoutMs: PROBE_TIMEOUT_MS,
  });
  if (!isContent(response.status)) return `the file responded with status ${response.status}`;
  const type = response.headers['content-type'];
  if (type === undefined) return 'the file has no content type';
  return MEDIA_TYPE.test(type) ? undefined : `the file has the content type ${type}`;
}

async function failureOf(check: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await check();
  } catch (error) {
    return `no response (${describeError(error).message})`;
  }
}

function isContent(status: number): boolean {
  return status === 200 || status === 206;
}

/** Required headers override preferred ones. */
function headersOf(stream: Stream): Record<string, string> {
  return { ...stream.preferredHeaders, ...stream.headers };
}
