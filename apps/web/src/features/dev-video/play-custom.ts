import type { Stream } from '@matinee/shared/media/stream';
import { prepareStream, releaseStream } from '#data/extension/prepare-stream.ts';
import { askExtensionStatus } from '#data/extension/status.ts';
import type { Player } from '#player/store/player.ts';

/** Plays until it is stopped. */
export function playCustom(player: Player, stream: Stream): () => void {
  const life = new AbortController();
  const begin = () => {
    if (!life.signal.aborted) player.load(stream, { startAt: 0, autoplay: true });
  };
  if (stream.headers) void prepare(stream, life.signal).then(begin, begin);
  else begin();
  return () => {
    life.abort();
    player.unload();
    releaseStream(stream);
  };
}

/** Headers are the extension's to send: without it the stream is tried as it is. */
async function prepare(stream: Stream, signal: AbortSignal): Promise<void> {
  if ((await askExtensionStatus(signal)) === 'success') await prepareStream(stream, signal);
}
