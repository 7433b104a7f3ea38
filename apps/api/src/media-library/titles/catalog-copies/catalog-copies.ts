// Copies TMDB's texts and pictures of the library's titles. Pages use the copies when TMDB is unreachable.
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Catalog } from '#catalog/catalog.ts';
import { FIRST_STARTER_ID } from '#catalog/starter.ts';
import { MAX_COPIED_MIB, MEBIBYTE, type CopiedTitle, type CopyRows } from './copy-rows.ts';
import type { FetchImage, ImageWidth } from './fetch-image.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { AvailableTitle } from '../index/library-records.ts';

interface CatalogCopierOptions {
  readonly index: Pick<LibraryIndex, 'all' | 'refresh'>;
  readonly rows: CopyRows;
  readonly fetchCatalog: Catalog['get'];
  readonly fetchImage: FetchImage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

const PAUSE_MS = 100;
const FRESH_MS = 30 * 24 * 60 * 60_000;
const MAX_CAST = 12;

const ImagePath = z
  .string()
  .regex(/^\/[\w.-]{1,100}$/)
  .nullish()
  .catch(null);
const Credits = z
  .looseObject({
    cast: z.array(z.looseObject({})),
    crew: z.array(z.looseObject({ job: z.string().catch('') })),
  })
  .transform(({ cast, crew }) => ({
    cast: cast.slice(0, MAX_CAST),
    crew: crew.filter(({ job }) => job === 'Director'),
  }));
/** The fields that a page shows. Lists of hundreds of people and of other titles are left out. */
export const CopiedDetails = z.looseObject({
  poster_path: ImagePath,
  backdrop_path: ImagePath,
  seasons: z
    .array(z.looseObject({ season_number: z.number(), poster_path: ImagePath }))
    .default([]),
  credits: Credits.optional().catch(undefined),
});
export const CopiedSeason = z.looseObject({
  season_number: z.number(),
  poster_path: ImagePath,
  episodes: z.array(
    z
      .looseObject({ episode_number: z.number(), still_path: ImagePath })
      .transform((episode) => ({ ...episode, crew: [], guest_stars: [] })),
  ),
});

class FullError extends Error {
  override name = 'FullError';
}

interface CatalogCopier {
  /**
   * Copies missing and old texts and pictures, one title after another. Stops at the first failure. The next call
   * continues from there.
   */
  readonly copyAll: () => Promise<void>;
}

export function createCatalogCopier(options: CatalogCopierOptions): CatalogCopier {
  const { index, rows, now, warn } = options;
  const copied = new WeakMap<AvailableTitle, number>();
  let isFull = false;

  async function copyEach(titles: readonly AvailableTitle[], signal: AbortSignal): Promise<void> {
    // First copy texts and posters of all titles, then the rest.
    for (const part of ['first', 'all'] as const) {
      for (const title of titles) {
        signal.throwIfAborted();
        await copyTitle(title, { ...options, signal, part });
        if (part === 'all') copied.set(title, now());
      }
    }
  }

  async function copyNow(signal: AbortSignal): Promise<void> {
    index.refresh();
    const titles = index.all().filter(isOfTmdb);
    await rows.keepTitles(titles.map(keyOf));
    const due = titles.filter((title) => now() - (copied.get(title) ?? 0) > FRESH_MS);
    try {
      await copyEach(due, signal);
      isFull = false;
    } catch (error) {
      if (!(error instanceof FullError)) throw error;
      if (!isFull) warn(`copies of TMDB's texts and pictures fill their ${MAX_COPIED_MIB} MiB`);
      isFull = true;
    }
  }

  return {
    // One replica copies for all, because replicas have the same titles.
    copyAll: async () => void (await rows.leases.run('library copies', options.signal, copyNow)),
  };
}

const keyOf = ({ record: { kind }, id }: AvailableTitle): CopiedTitle => ({ kind, id });

const isOfTmdb = ({ record, id }: AvailableTitle): boolean =>
  record.tmdbId !== null && id < FIRST_STARTER_ID;

interface TitleCopyOptions extends Pick<
  CatalogCopierOptions,
  'rows' | 'fetchCatalog' | 'fetchImage' | 'now' | 'signal'
> {
  /** `first`: texts and the poster. */
  readonly part: 'first' | 'all';
}

async function copyTitle(available: AvailableTitle, options: TitleCopyOptions): Promise<void> {
  const { rows, part } = options;
  const { record, files } = available;
  const title = keyOf(available);
  const { text, image, paths } = await openCopies(title, options);
  const details = await text(`/${title.kind}/${title.id}`, CopiedDetails, EXTRAS);
  const seasons: z.infer<typeof CopiedSeason>[] = [];
  const numbers = new Set(files.flatMap(({ season }) => season ?? []));
  if (title.kind === 'tv') {
    for (const number of numbers) {
      const season = await text(`/tv/${title.id}/season/${number}`, CopiedSeason);
      if (season) seasons.push(season);
    }
  }
  for (const path of [record.poster, details?.poster_path]) await image(path, 'w342');
  if (part === 'first') return;
  for (const path of [record.backdrop, details?.backdrop_path]) await image(path, 'w1280');
  const shown = details?.seasons.filter(({ season_number }) => numbers.has(season_number)) ?? [];
  for (const { poster_path } of [...shown, ...seasons]) await image(poster_path, 'w342');
  for (const { season_number, episodes } of seasons) {
    const availableEpisodes = new Set(
      files.flatMap((file) => (file.season === season_number ? file.episodes : [])),
    );
    for (const { episode_number, still_path } of episodes)
      if (availableEpisodes.has(episode_number)) await image(still_path, 'w300');
  }
  await rows.keepPaths(title, [...paths]);
}

const EXTRAS = { append_to_response: 'credits,external_ids' };

/** Reads a title's copies, and fetches missing and old ones. */
async function openCopies(title: CopiedTitle, options: TitleCopyOptions) {
  const { rows, fetchCatalog, fetchImage, now, signal } = options;
  const stored = await rows.ofTitle(title);
  const paths = new Set<string>();

  async function save(path: string, content: Buffer | Uint8Array): Promise<void> {
    const maxBytes = MAX_COPIED_MIB * MEBIBYTE;
    if (!(await rows.save({ title, path, content, maxBytes }))) throw new FullError();
  }

  async function fetchText(path: string, query: Readonly<Record<string, string>>) {
    const { status, body } = await fetchCatalog(path, { language: 'en-US', ...query }, signal);
    await setTimeout(PAUSE_MS, undefined, { signal });
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`the catalog responded with status ${status}`);
    const content: unknown = JSON.parse(body);
    return content;
  }

  return {
    /** The paths of the title, extended by each call. */
    paths,
    /** Returns the text. Undefined if TMDB doesn't have it. */
    text: async <T>(path: string, schema: z.ZodType<T>, query = {}): Promise<T | undefined> => {
      paths.add(path);
      const fetchedAt = stored.get(path)?.getTime() ?? 0;
      const known = now() - fetchedAt < FRESH_MS ? await rows.get(path) : undefined;
      if (known) return schema.safeParse(JSON.parse(Buffer.from(known).toString())).data;
      const { data } = schema.safeParse(await fetchText(path, query));
      if (data !== undefined) await save(path, Buffer.from(JSON.stringify(data)));
      return data;
    },
    image: async (path: string | null | undefined, width: ImageWidth): Promise<void> => {
      if (!path || paths.has(path)) return;
      paths.add(path);
      if (stored.has(path)) return;
      const content = await fetchImage(path, width, signal);
      await setTimeout(PAUSE_MS, undefined, { signal });
      if (content) await save(path, content);
    },
  };
}
