import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { seasonEpisodes, type PlaybackMeta, type SeasonContent } from '#data/catalog/details.ts';
import { titleDetails, type TitleDetails } from '#data/catalog/title-details.ts';
import { catalogLocale, ENGLISH } from '#data/catalog/tmdb.ts';

/**
 * The title with its names in the language of the interface, once they are known. `meta` itself is English, since
 * sources are searched by English names.
 */
export function useShownMeta(meta: PlaybackMeta | undefined): PlaybackMeta | undefined {
  const { i18n } = useTranslation();
  const { language } = catalogLocale(i18n.language);
  const isTranslated = meta !== undefined && language !== ENGLISH;
  const { type = 'movie', tmdbId = '' } = meta ?? {};
  const season = meta?.type === 'show' ? meta.season.number : undefined;
  const details = useQuery({ ...titleDetails(type, tmdbId, language), enabled: isTranslated });
  const content = useQuery({
    ...seasonEpisodes(tmdbId, season ?? 0, language),
    enabled: isTranslated && season !== undefined,
  });
  return isTranslated ? withNames(meta, details.data, content.data) : meta;
}

export function withNames(
  meta: PlaybackMeta,
  details: TitleDetails | undefined,
  content: SeasonContent | undefined,
): PlaybackMeta {
  const title = details?.title ?? meta.title;
  if (meta.type === 'movie') return { ...meta, title };
  const seasonNames = new Map(details?.seasons.map(({ number, name }) => [number, name]));
  const episodeNames = new Map(content?.episodes.map((one) => [one.tmdbId, one.title]));
  const named = (season: typeof meta.season) => ({
    ...season,
    title: seasonNames.get(season.number) || season.title,
  });
  const { episode } = meta;
  return {
    ...meta,
    title,
    season: named(meta.season),
    seasons: meta.seasons.map(named),
    episode: { ...episode, title: episodeNames.get(episode.tmdbId) || episode.title },
  };
}
