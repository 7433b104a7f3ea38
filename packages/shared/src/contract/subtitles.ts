import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const MOST_LANGUAGES = 20;

/** Codes separated by commas, preferred first. */
const languages = z
  .string()
  .default('')
  .transform((list) => [
    ...new Set(
      list
        .split(',')
        .map((code) => code.trim().toLowerCase())
        .filter((code) => code !== ''),
    ),
  ])
  .pipe(z.array(z.string().regex(/^[a-z]{2}$/, 'not an ISO 639-1 code')).max(MOST_LANGUAGES));

const number = z.coerce.number().int().min(0).max(10_000).optional();

/** The query of a search. All values are strings. */
export const SubtitleQuery = z
  .object({
    tmdbId: z
      .string()
      .regex(/^\d{1,10}$/)
      .optional(),
    imdbId: z
      .string()
      .regex(/^tt\d{1,10}$/)
      .optional(),
    season: number,
    episode: number,
    /** ISO 639-1 codes. Default: all languages. */
    languages,
    /** The name of the playing file. Matching subtitles come first. */
    release: z.string().max(300).optional(),
  })
  .refine(({ tmdbId, imdbId }) => tmdbId !== undefined || imdbId !== undefined, {
    message: 'Specify a tmdbId or an imdbId.',
  })
  .refine(({ season, episode }) => (season === undefined) === (episode === undefined), {
    message: 'Specify both season and episode, or neither.',
  });
export type SubtitleQuery = z.infer<typeof SubtitleQuery>;

export const SubtitleSource = z.enum([
  'opensubtitles',
  'subdl',
  'wyzie',
  'opensubtitles-v3',
  'opensubtitles-legacy',
]);
export type SubtitleSource = z.infer<typeof SubtitleSource>;

export const Subtitle = z.object({
  /** Unique within a response. */
  id: z.string(),
  source: SubtitleSource,
  /** ISO 639-1. */
  language: z.string(),
  /** The display label: language with variant, and the release if known. */
  label: z.string(),
  hearingImpaired: z.boolean(),
  machineTranslated: z.boolean().optional(),
  /** The original format. `url` always serves WebVTT. */
  format: z.string(),
  downloads: z.number().optional(),
  /** The frame rate of the video that the subtitle was made for. */
  fps: z.number().optional(),
  /** `/subtitles/file/{token}` on this server, valid for some hours. */
  url: z.string(),
  /** The original file in UTF-8, if it has styles that WebVTT lacks. */
  original: z.string().optional(),
});
export type Subtitle = z.infer<typeof Subtitle>;

export const searchSubtitles = endpoint({
  method: 'GET',
  path: '/subtitles/search',
  summary: 'Searches subtitles for a movie or an episode, best first.',
  access: 'public',
  query: SubtitleQuery,
  reply: z.array(Subtitle),
  errors: { 404: 'Subtitle search is turned off.', 502: 'All subtitle services failed.' },
  budget: { bucket: 'subtitles_search', max: 60, seconds: 600 },
});

/** `GET {SUBTITLE_FILE_PATH}/{token}` returns WebVTT in UTF-8, or ASS for the token of an `original`. */
export const SUBTITLE_FILE_PATH = '/subtitles/file';
export const SUBTITLE_FILE_BUDGET = { bucket: 'subtitles_file', max: 120, seconds: 600 } as const;

/** Messages for unusable files. Both have status 422. */
export const SUBTITLE_ERRORS = {
  empty: 'Given text is empty',
  invalid: 'Invalid subtitle format',
} as const;
/** The prefix of all other error messages. */
export const SUBTITLE_UNAVAILABLE = 'failed to get caption data';
