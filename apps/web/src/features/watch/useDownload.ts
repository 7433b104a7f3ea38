import { usePlayerState } from '#player/use-player.ts';
import { downloadOf, type Download } from './download.ts';

/** Of the stream and the quality that play now. */
export function useDownload(): Download {
  const stream = usePlayerState((state) => state.stream);
  const quality = usePlayerState(({ media }) => media.quality);
  return downloadOf(stream, quality);
}
