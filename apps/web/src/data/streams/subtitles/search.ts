// Subtitles of a title, from the services that this site's server searches.
import { searchSubtitles, type Subtitle } from '@matinee/shared/contract/subtitles';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { requestJson } from '#lib/http.ts';

/** The server waits 9 s for the slowest service. */
const LIMITS = { timeoutMs: 15_000, maxBytes: 1024 * 1024 };

/** Best first. */
export async function findSubtitles(
  meta: PlaybackMeta,
  signal: AbortSignal,
): Promise<readonly Subtitle[]> {
  return (await searchedSubtitles(meta, signal)) ?? [];
}

/** Undefined on sites without a search for subtitles. */
export async function searchedSubtitles(
  meta: PlaybackMeta,
  signal: AbortSignal,
): Promise<readonly Subtitle[] | undefined> {
  const url = `${searchSubtitles.path}?${queryOf(meta)}`;
  const { status, body } = await requestJson(url, { ...LIMITS, signal });
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`The subtitle search responded with status ${status}`);
  return searchSubtitles.reply.parse(body);
}

function queryOf(meta: PlaybackMeta): URLSearchParams {
  const query = new URLSearchParams({ tmdbId: meta.tmdbId });
  if (meta.imdbId !== undefined) query.set('imdbId', meta.imdbId);
  if (meta.type === 'movie') return query;
  query.set('season', String(meta.season.number));
  query.set('episode', String(meta.episode.number));
  return query;
}
