// Lists of titles in the interface's language. What nobody has translated is told in English, not in its own language.
import type { TmdbKind } from '@matinee/shared/media/media';
import { z } from 'zod';
import { ENGLISH } from './locale.ts';
import { MultiResults, type TitleItem } from './schemas.ts';
import { titleOf, type Title } from './title.ts';
import { tmdb, type TmdbQuery } from './tmdb.ts';

const TitlePage = z.lazy(() => {
  const count = z.number().int().nonnegative();
  return MultiResults.unwrap().extend({
    total_pages: count.catch(1),
    total_results: count.optional().catch(undefined),
  });
});
/** Lists of one kind do not say which. */
const pageOf = (kind: TmdbKind) =>
  z
    .looseObject({ results: z.array(z.looseObject({})) })
    .transform(({ results, ...page }): { readonly results: unknown[] } => ({
      ...page,
      results: results.map((item) => ({ ...item, media_type: kind })),
    }))
    .pipe(TitlePage);

export interface ListCall {
  readonly path: string;
  /** Undefined where every item says so itself. */
  readonly kind?: TmdbKind;
  readonly language: string;
  readonly query: TmdbQuery;
  readonly signal: AbortSignal;
}

export interface TitleList {
  readonly titles: readonly Title[];
  readonly pages: number;
  /** Of all pages, people included; undefined where the catalogue does not say. */
  readonly total: number | undefined;
}

export async function titleList(call: ListCall): Promise<TitleList> {
  const { results, total_pages: pages, total_results: total } = await ask(call);
  const isForeign = (item: TitleItem) => isUntranslated(item, call.language);
  const english = results.some(isForeign) ? await inEnglish(call) : new Map<string, string>();
  const now = new Date();
  const titles = results.map((item) => {
    const title = titleOf(item, now);
    return { ...title, title: (isForeign(item) && english.get(keyOf(item))) || title.title };
  });
  return { titles, pages, total };
}

function ask({ path, kind, language, query, signal }: ListCall) {
  const schema = kind === undefined ? TitlePage : pageOf(kind);
  return tmdb(path, { schema, query: { ...query, language }, signal });
}

/** An ornament: without it the names are right, though foreign. */
async function inEnglish(call: ListCall): Promise<ReadonlyMap<string, string>> {
  try {
    const { results } = await ask({ ...call, language: ENGLISH });
    return new Map(results.map((item) => [keyOf(item), nameOf(item)]));
  } catch {
    call.signal.throwIfAborted();
    return new Map();
  }
}

function isUntranslated(item: TitleItem, language: string): boolean {
  const original = item.media_type === 'movie' ? item.original_title : item.original_name;
  const spoken = item.original_language;
  if (!spoken || language === ENGLISH || nameOf(item) !== original) return false;
  return spoken !== 'en' && spoken !== language.slice(0, 2);
}

const keyOf = ({ media_type: kind, id }: TitleItem): string => `${kind} ${id}`;

function nameOf(item: TitleItem): string {
  return item.media_type === 'movie' ? item.title : item.name;
}
