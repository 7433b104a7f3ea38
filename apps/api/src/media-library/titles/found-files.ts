// The videos of a scanned folder with their titles.
import type { ExtraKind } from '@matinee/shared/contract/library-files';
import type { DirectoryScan, PlayableReading } from '#media-library/folder/scan-directory.ts';
import {
  claimedTitle,
  MAX_OVERVIEW,
  storableOrNull,
  unnamedTitle,
  type ClaimedTitle,
} from './title-of-file.ts';

export interface FoundFile {
  readonly path: string;
  readonly size: number | undefined;
  readonly modifiedAt: number | undefined;
  readonly title: ClaimedTitle;
  readonly season: number | null;
  readonly episodes: readonly number[];
  readonly episodeName: string | null;
  readonly episodeOverview?: string | null;
  readonly height: number | null;
  readonly isPlayable: boolean;
  readonly extra: ExtraKind | null;
  /** The path of the season's picture. */
  readonly seasonPoster?: string | undefined;
}

export function foundFiles(storeId: string, scan: DirectoryScan): readonly FoundFile[] {
  const named = [
    ...scan.videos.map((video) => ({ ...video, isPlayable: true })),
    ...scan.unplayable.map((video) => ({ ...video, isPlayable: false })),
  ].map(({ path, size, modifiedAt, reading, isPlayable }) => ({
    path,
    size,
    modifiedAt,
    title: claimedTitle(reading, `${storeId}/${path}`),
    season: reading.kind === 'episode' ? reading.season : null,
    episodes: reading.kind === 'episode' ? reading.numbers : [],
    ...episodeTexts(reading),
    height: reading.height ?? null,
    isPlayable,
    extra: null,
  }));
  const unnamed = [
    ...scan.unnamed.map((video) => ({ ...video, extra: null })),
    ...scan.extras.map((video) => ({ ...video, isPlayable: true })),
  ].map((video) => ({
    ...video,
    title: unnamedTitle(`${storeId}/${video.path}`),
    season: null,
    episodes: [],
    episodeName: null,
    height: null,
  }));
  return [...named, ...unnamed];
}

function episodeTexts(reading: PlayableReading) {
  const texts = reading.kind === 'episode' ? reading.texts : undefined;
  return {
    episodeName: storableOrNull(texts?.title),
    episodeOverview: storableOrNull(texts?.overview, MAX_OVERVIEW),
  };
}
