import { OPEN_GENRES, type OpenGenre } from '@matinee/shared/contract/catalog';
import type { TmdbKind } from '@matinee/shared/media/media';
import { config } from '#config.ts';
import type { DiscoverChoice, RowQuery } from '#data/catalog/discover.ts';
import type { DiscoverState } from './discover-store.ts';

interface RowBase {
  readonly id: string;
  readonly kind: TmdbKind;
}

export type RowDefinition =
  | (RowBase & { readonly by: 'list'; readonly list: 'now_playing' | 'popular' | 'top_rated' })
  | (RowBase & { readonly by: 'collection'; readonly name: OpenGenre; readonly genre: number })
  | (RowBase & { readonly by: 'provider' })
  /** Visitors choose the genre at position 0. */
  | (RowBase & { readonly by: 'genre'; readonly position: number });

const GENRE_COUNT = { movie: 6, tv: 7 } as const;

const list = (kind: TmdbKind, name: 'now_playing' | 'popular' | 'top_rated'): RowDefinition => ({
  id: `${kind} ${name}`,
  kind,
  by: 'list',
  list: name,
});
const provider = (kind: TmdbKind): RowDefinition => ({
  id: `${kind} provider`,
  kind,
  by: 'provider',
});
const genresOf = (kind: TmdbKind): RowDefinition[] =>
  Array.from({ length: GENRE_COUNT[kind] }, (_, position) => ({
    id: `${kind} genre ${position}`,
    kind,
    by: 'genre',
    position,
  }));

const TMDB_ROWS: readonly RowDefinition[] = [
  list('movie', 'now_playing'),
  list('movie', 'top_rated'),
  list('movie', 'popular'),
  provider('movie'),
  ...genresOf('movie'),
  list('tv', 'top_rated'),
  list('tv', 'popular'),
  provider('tv'),
  ...genresOf('tv'),
];

/** Used without a TMDB key. The name is also the anchor of the row. */
const STARTER_ROWS: readonly RowDefinition[] = OPEN_GENRES.map(({ id, kind, name }) => ({
  id: name,
  kind,
  by: 'collection',
  name,
  genre: id,
}));

export const rowsFor = (isOpenCatalogue: boolean): readonly RowDefinition[] =>
  isOpenCatalogue ? STARTER_ROWS : TMDB_ROWS;

export const ROWS = rowsFor(config.OPEN_CATALOGUE);

/** The random provider is one of the best known; visitors can choose any. */
const RANDOM_PROVIDERS = 8;

/** The genre or provider of the row; undefined when TMDB has none for it. */
export function choiceOf(
  row: RowDefinition,
  choices: readonly DiscoverChoice[],
  state: DiscoverState,
): DiscoverChoice | undefined {
  if (row.by === 'list' || row.by === 'collection') return undefined;
  const random = seededRandom(`${state.seed} ${row.kind} ${row.by}`);
  const chosen = choices.find(({ id }) => id === state[row.by][row.kind]);
  if (row.by === 'provider') {
    return chosen ?? shuffled(choices.slice(0, RANDOM_PROVIDERS), random)[0];
  }
  const drawn = shuffled(choices, random);
  const chosenAt = chosen ? drawn.indexOf(chosen) : 0;
  // Swaps the chosen genre with the first one, so that the other rows stay.
  if (row.position === 0) return drawn[chosenAt];
  return drawn[row.position === chosenAt ? 0 : row.position];
}

export function rowQuery(
  row: RowDefinition,
  choice: DiscoverChoice | undefined,
): RowQuery | undefined {
  if (row.by === 'list') return { kind: row.kind, list: row.list };
  if (row.by === 'collection') return { kind: row.kind, genre: row.genre };
  if (!choice) return undefined;
  return row.by === 'genre'
    ? { kind: row.kind, genre: choice.id }
    : { kind: row.kind, provider: choice.id };
}

/** A generator of numbers from 0 up to 1 (FNV-1a seed, mulberry32), the same sequence for the same seed. */
export function seededRandom(seed: string): () => number {
  let state = 2_166_136_261;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
