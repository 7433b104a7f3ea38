import { localId } from '@matinee/shared/media/media';
import { loadStarter } from '@matinee/sources/starter-catalog/starter-catalog';
import type { StarterTitle } from '@matinee/sources/starter-catalog/starter-title';
import { byEditorialRank } from './starter-order.ts';
import { listItem } from './starter-shapes.ts';

const MAX_SIMILAR = 20;

const RESPONDERS: Readonly<Record<string, (title: StarterTitle) => object>> = {
  external_ids: externalIds,
  credits: ({ cast, directors }) => ({
    cast: cast.map((name, order) => ({ ...person(name, 'Acting'), character: '', order })),
    crew: directors.map((name) => ({
      ...person(name, 'Directing'),
      department: 'Directing',
      job: 'Director',
    })),
  }),
  videos: () => ({ results: [] }),
  similar,
};

/** The parts that `append_to_response` lists, by name. */
export function appended(title: StarterTitle, names: string | undefined): object {
  const extras = (names?.split(',') ?? []).flatMap((name) => {
    const respond = RESPONDERS[name];
    return respond ? [[name, respond(title)] as const] : [];
  });
  return Object.fromEntries(extras);
}

function externalIds({ imdbId, kind }: StarterTitle) {
  const common = {
    imdb_id: imdbId ?? null,
    wikidata_id: null,
    facebook_id: null,
    instagram_id: null,
    twitter_id: null,
  };
  return kind === 'movie'
    ? common
    : { ...common, freebase_mid: null, freebase_id: null, tvdb_id: null, tvrage_id: null };
}

function person(name: string, department: string) {
  return {
    adult: false,
    credit_id: '',
    gender: 0,
    id: localId(`person ${name}`),
    known_for_department: department,
    name,
    original_name: name,
    popularity: 0,
    profile_path: null,
  };
}

function similar(title: StarterTitle) {
  const shared = (other: StarterTitle): number =>
    other.genreIds.filter((genre) => title.genreIds.includes(genre)).length;
  const results = loadStarter()
    .filter((other) => other.kind === title.kind && other.id !== title.id && shared(other) > 0)
    .toSorted((a, b) => shared(b) - shared(a) || byEditorialRank(a, b))
    .slice(0, MAX_SIMILAR)
    .map(listItem);
  return { page: 1, results, total_pages: 1, total_results: results.length };
}
