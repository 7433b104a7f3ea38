import { QUALITIES, type FileStream, type Quality } from '@matinee/shared/media/stream';

/** HLS playlists that the server makes of a file while they play, by URL. */
export interface FilePlaylists {
  /** Qualities for slow lines, if the server can encode video. */
  readonly lowerQualities?: Readonly<Partial<Record<Quality, string>>> | undefined;
  /** The file as it is, if it has several sound tracks: most browsers can't choose one in a file. */
  readonly allAudio?: string | undefined;
}

interface FileOfStream extends FilePlaylists {
  readonly quality: Quality;
}

/** Only what is below all files of a stream: the others need no work of the server. */
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
