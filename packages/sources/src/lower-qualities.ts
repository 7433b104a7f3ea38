import { QUALITIES, type FileStream, type Quality } from '@matinee/shared/media/stream';

/** URLs of HLS playlists that the server creates from a file during playback. */
export interface FilePlaylists {
  /** Qualities for slow connections, if the server can encode video. */
  readonly lowerQualities?: Readonly<Partial<Record<Quality, string>>> | undefined;
  /** The unchanged file, if it has several audio tracks. Most browsers can't choose a track in a file. */
  readonly allAudio?: string | undefined;
}

interface FileOfStream extends FilePlaylists {
  readonly quality: Quality;
}

/** Returns only qualities below all files of a stream, because the files themselves offer the others. */
export function lowerQualitiesOf(
  files: readonly FileOfStream[],
): Pick<FileStream, 'lowerQualities'> {
  const rank = ({ quality }: FileOfStream): number => QUALITIES.indexOf(quality);
  const [lowest] = files.toSorted((a, b) => rank(b) - rank(a));
  if (!lowest) return {};
  const own = files.length === 1 ? { [lowest.quality]: lowest.allAudio } : {};
  const below = QUALITIES.slice(rank(lowest) + 1).map(
    (quality) => [quality, lowest.lowerQualities?.[quality]] as const,
  );
  const playlists = [...Object.entries(own), ...below].flatMap(([quality, url]) =>
    url === undefined ? [] : [[quality, { type: 'hls' as const, url }] as const],
  );
  return playlists.length === 0 ? {} : { lowerQualities: Object.fromEntries(playlists) };
}
