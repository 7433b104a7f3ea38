// The videos of a scanned folder with their titles.
import type { ExtraKind } from '@matinee/shared/contract/library-files';
import type { DirectoryScan, PlayableReading } from '#media-library/folder/scan-directory.ts';
import {
  parsedTitle,
  MAX_OVERVIEW,
  validTextOrNull,
  unnamedTitle,
  type ParsedTitle,
} from '../index/parsed-title.ts';

export interface IdentifiedFile {
  readonly path: string;
  readonly size: number | undefined;
  readonly modifiedAt: number | undefined;
  readonly title: ParsedTitle;
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

export function identifiedFiles(storeId: string, scan: DirectoryScan): readonly IdentifiedFile[] {
  const named = [
    ...scan.videos.map((video) => ({ ...video, isPlayable: true })),
    ...scan.unplayable.map((video) => ({ ...video, isPlayable: false })),
  ].map(({ path, size, modifiedAt, reading, isPlayable }) => ({
    path,
    size,
    modifiedAt,
    title: parsedTitle(reading, `${storeId}/${path}`),
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
    episodeName: validTextOrNull(texts?.title),
    episodeOverview: validTextOrNull(texts?.overview, MAX_OVERVIEW),
  };
}
