// The files of titles that the site's own library holds.
import { listTitleFiles } from '@matinee/shared/contract/library-files';
import { tmdbKind, type MediaType } from '@matinee/shared/media/media';
import { queryOptions } from '@tanstack/react-query';
import { config, siteOrigin } from '#config.ts';
import { call } from '#data/api.ts';
import { sessionStore } from '#data/session.ts';

interface TitleFilesQuery {
  readonly type: MediaType;
  readonly tmdbId: string;
  /** Limits the files to this season. */
  readonly season?: number;
}

const CACHED_MS = 60_000;

/** Sends no request on sites without their own library. */
export function titleFiles({ type, tmdbId, season }: TitleFilesQuery) {
  return queryOptions({
    queryKey: [
      'library',
      'files',
      sessionStore.getState().account?.userId ?? '',
      type,
      tmdbId,
      season ?? null,
    ],
    queryFn: ({ signal }) =>
      call(
        listTitleFiles,
        { query: { kind: tmdbKind(type), id: Number(tmdbId), season } },
        { server: siteOrigin, signal },
      ),
    enabled: config.OWN_LIBRARY,
    staleTime: CACHED_MS,
  });
}
