import type { Fetcher } from '@matinee/sources/source';
import type { HttpClient } from '#proxy/http-client.ts';
import { createStreamTokens } from '#stream-relay/stream-token.ts';
import type { SubtitleService } from './service.ts';
import { openSubtitlesLegacy } from '#subtitles/providers/opensubtitles-legacy.ts';
import { openSubtitlesV3 } from '#subtitles/providers/opensubtitles-v3.ts';
import { openSubtitles } from '#subtitles/providers/opensubtitles.ts';
import { subdl } from '#subtitles/providers/subdl.ts';
import { wyzie } from '#subtitles/providers/wyzie.ts';
import { createSubtitles, type Subtitles, type FetchCatalog } from './subtitles.ts';
import type { Config } from '#config/config.ts';

export interface SubtitlesModuleOptions {
  readonly config: Config;
  readonly fetch: Fetcher;
  readonly upstream: HttpClient;
  /** Signs subtitle tokens. */
  readonly secret: string;
  readonly userAgent: string;
  readonly version: string;
  readonly fetchCatalog: FetchCatalog;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (message: string) => void;
}

/** Undefined if the operator has turned subtitles off. */
export function createSubtitlesModule(options: SubtitlesModuleOptions): Subtitles | undefined {
  const { config, secret, now } = options;
  if (config.SUBTITLES === 'off') return undefined;
  return createSubtitles({
    ...options,
    services: configuredServices(options),
    // Use a separate key, which makes stream tokens invalid as subtitle tokens and vice versa.
    tokens: createStreamTokens({ secret: `${secret} of subtitles`, now }),
  });
}

function configuredServices(options: SubtitlesModuleOptions): readonly SubtitleService[] {
  const { config, fetch, version, now } = options;
  const { OPENSUBTITLES_API_KEY: key, SUBDL_API_KEY, WYZIE_API_KEY } = config;
  const { OPENSUBTITLES_USER: user, OPENSUBTITLES_PASSWORD: password } = config;
  const account = user !== undefined && password !== undefined ? { user, password } : undefined;
  return [
    openSubtitlesV3(config.OPENSUBTITLES_ADDON_URL, fetch),
    ...(key === undefined
      ? []
      : [
          openSubtitles({
            base: config.OPENSUBTITLES_URL,
            key,
            account,
            program: `Matinee v${version}`,
            fetch,
            now,
          }),
        ]),
    ...(SUBDL_API_KEY === undefined
      ? []
      : [
          subdl({
            base: config.SUBDL_URL,
            files: config.SUBDL_FILES_URL,
            key: SUBDL_API_KEY,
            fetch,
          }),
        ]),
    ...(WYZIE_API_KEY === undefined
      ? []
      : [wyzie({ base: config.WYZIE_URL, key: WYZIE_API_KEY, fetch })]),
    ...(config.OPENSUBTITLES_LEGACY === 'true'
      ? [openSubtitlesLegacy(config.OPENSUBTITLES_LEGACY_URL, fetch)]
      : []),
  ];
}
