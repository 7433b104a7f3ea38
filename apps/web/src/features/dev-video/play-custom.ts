import type { Stream } from '@matinee/shared/media/stream';
import { prepareStream, releaseStream } from '#data/streams/extension/prepare-stream.ts';
import { askExtensionStatus } from '#data/streams/extension/status.ts';
import type { Player } from '#player/player.ts';
import { customStream, type CustomVideo, type KnownType } from './custom-stream.ts';
import { detectType } from './detect-type.ts';

/** Plays until it is stopped. */
export function playCustom(player: Player, video: CustomVideo): () => void {
  const life = new AbortController();
  const { signal } = life;
  const prepared: Stream[] = [];

  async function ready(type: KnownType): Promise<Stream | undefined> {
    const stream = customStream({ ...video, type });
    if (!stream?.headers) return stream;
    prepared.push(stream);
    await prepare(stream, signal).catch(() => undefined);
    return stream;
  }

  async function begin() {
    let stream = await ready(video.type === 'auto' ? 'mp4' : video.type);
    // Sends its headers, as a server that wants them would refuse otherwise.
    const isPlaylist = video.type === 'auto' && (await detectType(video.url, signal)) === 'hls';
    if (isPlaylist) stream = await ready('hls');
    if (stream && !signal.aborted) player.load(stream, { startAt: 0, autoplay: true });
  }

  void begin();
  return () => {
    life.abort();
    player.unload();
    prepared.forEach(releaseStream);
  };
}

/** Headers are the extension's to send: without it the stream is tried as it is. */
async function prepare(stream: Stream, signal: AbortSignal): Promise<void> {
  if ((await askExtensionStatus(signal)) === 'success') await prepareStream(stream, signal);
}
