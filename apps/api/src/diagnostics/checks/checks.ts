import { CHECKS } from '@matinee/shared/contract/diagnostics';
import type { FastifyRequest } from 'fastify';
import type { Scraper } from '@matinee/sources/scraper';
import type { Fetcher } from '@matinee/sources/source';
import { authOf } from '#accounts/session-lookup.ts';
import type { Config } from '#config/config.ts';
import type { Backups } from '#database/backup/backups.ts';
import type { Database } from '#database/database.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import type { LibraryTitles } from '#media-library/titles/library-titles.ts';
import type { StreamTokens } from '#stream-relay/stream-token.ts';
import type { Subtitles } from '#subtitles/subtitles.ts';
import { addressChecks } from './address-checks.ts';
import { databaseChecks } from './database-checks.ts';
import { libraryChecks } from './library-checks.ts';
import { machineChecks } from './machine-checks.ts';
import { queueChecks } from './queue-checks.ts';
import type { ServerCheck } from './run-checks.ts';
import { createStreamProbe, selfChecks } from './self-checks.ts';
import { serviceChecks } from './service-checks.ts';

export interface ChecksOptions {
  readonly config: Config;
  readonly db: Pick<Database, 'query' | 'connections'>;
  readonly backups: Pick<Backups, 'list' | 'folder' | 'remote'>;
  /** Reaches every configured service. */
  readonly fetch: Fetcher;
  readonly streamTokens: Pick<StreamTokens, 'newSession'>;
  readonly subtitles: Pick<Subtitles, 'services'> | undefined;
  readonly titles: Pick<LibraryTitles, 'ownSources' | 'scannedAt'>;
  readonly isLibraryComplete: () => boolean;
  readonly skippedFiles: () => readonly unknown[];
  readonly releaseCheck: ServerCheck;
  /** The sources that the caller may use, without a cache. */
  readonly scraperFor: (
    request: FastifyRequest,
  ) => Promise<Pick<Scraper, 'metadata' | 'runSource' | 'runEmbed'>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Returns all checks for the administrator who sent the request. */
export async function checksFor(
  options: ChecksOptions,
  request: FastifyRequest,
): Promise<readonly ServerCheck[]> {
  const { config, db, backups, fetch, titles, now } = options;
  const probeStream =
    config.STREAM_RELAY === 'off'
      ? undefined
      : createStreamProbe(request, {
          url: config.PROXY_ECHO_URL,
          tokens: options.streamTokens,
          session: authOf(request).session.id,
        });
  const checks = [
    ...databaseChecks({ db, backups, makesBackups: config.BACKUPS === 'on', now }),
    ...queueChecks(),
    ...machineChecks({
      db,
      dataDir: config.DATA_DIR,
      backupFolder: backups.folder,
      timeServers: [config.TMDB_URL, config.INTERNET_ARCHIVE_URL],
      fetch,
      now,
    }),
    ...addressChecks({
      request,
      publicUrl: config.PUBLIC_URL,
      trustedProxies: config.TRUSTED_PROXIES,
      casts: config.CHROMECAST === 'true',
      probeStream,
      now,
    }),
    ...selfChecks({ request, config, probeStream }),
    ...libraryChecks({
      config,
      titles,
      isComplete: options.isLibraryComplete,
      countSkipped: () => options.skippedFiles().length,
      // Search each time, to find an ffmpeg that was installed in the meantime.
      findFfmpeg: createFfmpegCheck(config.TRANSCODE),
      now,
    }),
    options.releaseCheck,
    ...serviceChecks({
      config,
      fetch,
      scraper: await options.scraperFor(request),
      subtitles: options.subtitles,
    }),
  ];
  return checks.toSorted((a, b) => CHECKS.indexOf(a.check) - CHECKS.indexOf(b.check));
}
