import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Config } from '#config/config.ts';
import type { Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import { needsRelay } from '#scrape/operator-sources.ts';
import type { LibraryTitles } from '#media-library/titles/library-titles.ts';
import { errorCode, type ServerCheck, type Finding } from './run-checks.ts';

export interface LibraryCheckOptions {
  readonly config: Pick<
    Config,
    'MEDIA_FOLDERS' | 'WEBDAV_URL' | 'JELLYFIN_URL' | 'EMBY_URL' | 'STREAM_RELAY' | 'TRANSCODE'
  >;
  readonly titles: Pick<LibraryTitles, 'ownSources' | 'scannedAt'>;
  readonly isComplete: () => boolean;
  /** Returns the number of files that are neither a movie nor an episode. */
  readonly countSkipped: () => number;
  readonly findFfmpeg: () => Promise<Ffmpeg>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const MINUTE_MS = 60_000;
/** Scans run every 15 minutes. */
const OLD_MINUTES = 60;

/** Checks the operator's own movies and shows, and the server's ability to convert them. */
export const libraryChecks = (options: LibraryCheckOptions): readonly ServerCheck[] => [
  { check: 'library', run: () => checkLibrary(options) },
  { check: 'ffmpeg', timeoutMs: 60_000, run: () => checkFfmpeg(options) },
];

async function checkLibrary(options: LibraryCheckOptions): Promise<Finding> {
  const { config, titles, isComplete, countSkipped, now } = options;
  const sources = titles.ownSources();
  if (sources.length === 0) return { code: needsRelay(config) ? 'streamRelayOff' : 'libraryOff' };
  for (const folder of config.MEDIA_FOLDERS) {
    const reason = await access(folder, constants.R_OK | constants.X_OK).then(
      () => undefined,
      errorCode,
    );
    if (reason !== undefined)
      return { code: 'libraryUnreadable', facts: { folder: basename(folder), reason } };
  }
  const away = sources.find(({ isReachable }) => !isReachable);
  if (away) return { code: 'libraryAway', facts: { source: away.name } };
  if (!isComplete()) return { code: 'libraryScanning' };
  const files = sources.reduce(
    (sum, { movies, episodes, videos }) => sum + movies + episodes + videos,
    0,
  );
  const scannedAt = titles.scannedAt();
  const ageMinutes = scannedAt === undefined ? 0 : (now() - scannedAt) / MINUTE_MS;
  const facts = { files, ageMinutes, unplaced: countSkipped() };
  const isScanned = config.MEDIA_FOLDERS.length > 0 || config.WEBDAV_URL !== undefined;
  if (isScanned && ageMinutes > OLD_MINUTES) return { code: 'libraryOld', facts };
  return { code: facts.unplaced > 0 ? 'libraryUnplaced' : 'libraryOk', facts };
}

async function checkFfmpeg({ config, findFfmpeg }: LibraryCheckOptions): Promise<Finding> {
  const hasFiles = config.MEDIA_FOLDERS.length > 0 || config.WEBDAV_URL !== undefined;
  if (config.TRANSCODE === 'off' || !hasFiles) return { code: 'ffmpegOff' };
  const { canEncodeAac, h264 } = await findFfmpeg();
  if (!canEncodeAac && !h264) return { code: 'ffmpegMissing' };
  const facts = { encoder: h264?.name ?? '' };
  return { code: canEncodeAac && h264 ? 'ffmpegOk' : 'ffmpegLimited', facts };
}
