// Lets administrators match files of the site's own library to a title.
import {
  correctMatch,
  type CorrectedMatch,
  type CorrectMatchRequest,
} from '@matinee/shared/contract/library-match';
import { siteOrigin } from '#config.ts';
import { call } from '#data/api.ts';
import { queryClient } from '#data/query-client.ts';

/** The files that are neither a movie nor an episode. */
export const SKIPPED_FILES = ['diagnostics', 'skipped-files'] as const;

/** The server reads the headers of many files, maybe on a slow share. */
const TIMEOUT_MS = 60_000;

/** Rejects with ApiRequestError. */
export async function sendMatch(
  body: CorrectMatchRequest,
  signal?: AbortSignal,
): Promise<CorrectedMatch> {
  const corrected = await call(
    correctMatch,
    { body },
    { server: siteOrigin, signal, timeoutMs: TIMEOUT_MS },
  );
  void queryClient.invalidateQueries({ queryKey: ['library'] });
  void queryClient.invalidateQueries({ queryKey: ['catalogue'] });
  void queryClient.invalidateQueries({ queryKey: SKIPPED_FILES });
  return corrected;
}
