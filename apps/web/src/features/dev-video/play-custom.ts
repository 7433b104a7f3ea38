import type { Stream } from '@matinee/shared/media/stream';
import { prepareStream, releaseStream } from '#data/streams/extension/prepare-stream.ts';
import { askExtensionStatus } from '#data/streams/extension/status.ts';
import { requestText } from '#lib/http.ts';
import type { Player } from '#player/player.ts';
import { customStream, type CustomVideo, type KnownType } from './custom-stream.ts';

/** The returned function stops playback. */
export function playCustom(player: Player, video: CustomVideo): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const prepared: Stream[] = [];

  async function prepareAs(type: KnownType): Promise<Stream | undefined> {
    const stream = customStream({ ...video, type });
    if (!stream?.headers) return stream;
    prepared.push(stream);
    await prepare(stream, signal).catch(() => undefined);
    return stream;
  }

  async function start() {
    let stream = await prepareAs(video.type === 'auto' ? 'mp4' : video.type);
    // Prepared first: a server that requires the headers would reject the probe without them.
    const isPlaylist = video.type === 'auto' && (await detectType(video.url, signal)) === 'hls';
    if (isPlaylist) stream = await prepareAs('hls');
    if (stream && !signal.aborted) player.load(stream, { startAt: 0, autoplay: true });
  }

  void start();
  return () => {
    lifetime.abort();
    player.unload();
    prepared.forEach(releaseStream);
  };
}

/** Only the extension can send the headers; without it the stream is tried without them. */
async function prepare(stream: Stream, signal: AbortSignal): Promise<void> {
  if ((await askExtensionStatus(signal)) === 'success') await prepareStream(stream, signal);
}

const PROBE_TIMEOUT_MS = 8_000;
/** A playlist begins with `#EXTM3U` (RFC 8216, section 4.3.1.1). */
const HEAD_BYTES = 64;

/** Probes content type and first bytes. A response that CORS hides counts as a file, which the video element may still play. */
export async function detectType(url: string, signal: AbortSignal): Promise<KnownType> {
  try {
    const { headers, body } = await requestText(url, {
      headers: { range: `bytes=0-${HEAD_BYTES - 1}` },
      maxBytes: HEAD_BYTES,
      isCut: true,
      timeoutMs: PROBE_TIMEOUT_MS,
      signal,
    });
    const type = headers.get('content-type') ?? '';
    return /mpegurl/i.test(type) || /^\ufeff?#EXTM3U/.test(body) ? 'hls' : 'mp4';
  } catch {
    return 'mp4';
  }
}
