import { qualityOfHeight, type FileStream } from '@matinee/shared/media/stream';
import type { ScrapeMovie } from '@matinee/shared/media/media';
import { z } from 'zod';
import { languageCode } from '#caption-language.ts';
import { verifiedYear, matchUpload, runtimeFit } from '#match.ts';
import { readJson, lenientArray } from '#parse-response.ts';
import { checkRights, licenceName } from '#rights.ts';
import { NotFoundError, type Source, type SourceContext } from '#source.ts';

const Movie = z.object({
  id: z.string(),
  title: z.string(),
  year: z.number().optional().catch(undefined),
  imdbId: z.string().optional().catch(undefined),
  seconds: z.number().optional().catch(undefined),
  licence: z.string().optional().catch(undefined),
  files: lenientArray(z.object({ url: z.url({ protocol: /^https?$/ }), height: z.number() })),
  subtitles: lenientArray(z.object({ url: z.url({ protocol: /^https?$/ }), language: z.string() })),
});
type Movie = z.infer<typeof Movie>;

const Movies = z.object({ films: z.array(z.unknown()).pipe(lenientArray(Movie)) });

export function ourMovies(base: string): Source {
  return {
    id: 'our-movies',
    name: 'Our movies',
    rank: 120,
    runsIn: 'anywhere',
    movie: async (context) => ({ embeds: [], streams: [await findMovie(base, context)] }),
  };
}

async function findMovie(base: string, context: SourceContext<ScrapeMovie>): Promise<FileStream> {
  const { title } = context.media;
  const response = await context.fetch(`${base}/films`, { query: { title } });
  const parsed = Movies.safeParse(readJson(response, 'Our movies'));
  if (!parsed.success) throw new Error('Our movies sent an unexpected response');
  context.progress(50);
  const movie = parsed.data.films.find((each) => isThatMovie(each, context.media));
  if (!movie) throw new NotFoundError('not in our collection');
  await requireRights(movie, context);
  return streamOf(movie);
}

function isThatMovie(movie: Movie, media: ScrapeMovie): boolean {
  const { title, releaseYear: year, imdbId } = media;
  const imdbIds = movie.imdbId === undefined ? [] : [movie.imdbId];
  const target = { title, year, imdbId, kind: media.type };
  const match = matchUpload({ title: movie.title, year: movie.year, imdbIds }, target);
  return match.matches && runtimeFit(movie.seconds, media.runtime, 0.1) !== 'off';
}

/** Its editors check each licence. */
const HOST = 'films.example.org';

async function requireRights(movie: Movie, context: SourceContext<ScrapeMovie>): Promise<void> {
  // Clients can claim any year. The catalog's metadata is reliable.
  const metadata = await context.getMetadata(context.media.tmdbId);
  const match = checkRights(
    {
      identifier: movie.id,
      licenceUrl: movie.licence,
      host: HOST,
      verifiedYear: metadata && verifiedYear(movie, metadata),
    },
    {
      currentYear: new Date(context.now()).getUTCFullYear(),
      isCurated: () => false,
      trusted: { hosts: [HOST] },
    },
  );
  if (!match.accepted) throw new NotFoundError(match.reason);
}

function streamOf({ id, title, licence, files, subtitles }: Movie): FileStream {
  const qualities: FileStream['qualities'] = {};
  for (const { height, url } of files) qualities[qualityOfHeight(height)] ??= { type: 'mp4', url };
  const terms = licenceName(licence);
  return {
    type: 'file',
    id,
    qualities,
    flags: ['cors-allowed'],
    captions: subtitles.flatMap(({ language: name, url }, at) => {
      const language = languageCode(name);
      if (language === undefined) return [];
      return [{ id: `${at}`, type: 'vtt' as const, url, language, hasCorsRestrictions: false }];
    }),
    attribution: { text: title, ...(terms !== undefined && { licence: terms }) },
  };
}
