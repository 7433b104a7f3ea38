import type { SkipReason } from '@matinee/shared/contract/library';

/** Texts for the log. Pages have their own. */
export const SKIP_REASONS: Readonly<Record<SkipReason, string>> = {
  airDate: 'its name has an air date instead of an episode number',
  noEpisodeNumber: 'its name has no episode number',
  noSeason: 'neither its name nor its folder includes the season',
  noShowTitle: "neither its name nor its folder includes the show's title",
  noTitle: 'neither its name nor its folder includes the title',
  partOfMovie: "it's one part of a movie, and only whole movies can be played",
  unreadable: "the server can't read it (EACCES)",
  outside: 'it links to a file outside the folder',
  disc: 'a disc copy needs a media server',
  discImage: "browsers don't play disc images; convert it to mp4 or use a media server",
  link: "links to other files aren't followed",
};
