/** Names a movie or an episode, or all episodes of a season or a show. */
export interface EpisodeKey {
  readonly tmdbId: string;
  readonly seasonId: string | null;
  readonly episodeId: string | null;
}

/** No id has a NUL in it. */
export const episodeKey = ({ tmdbId, seasonId, episodeId }: EpisodeKey): string =>
  `${tmdbId}\0${seasonId ?? ''}\0${episodeId ?? ''}`;
