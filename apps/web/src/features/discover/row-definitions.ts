// Which rows there are, in what order, and what each is made of.
import { OPEN_GENRES, type OpenGenre } from '@matinee/shared/contract/catalog';
import type { TmdbKind } from '@matinee/shared/media/media';
import { config } from '#config.ts';
import type { Choice, Shelf } from '#data/catalog/discover.ts';
import { createChance, shuffled } from './seeded-random.ts';
import type { Visit } from './discover-store.ts';

interface Place {
  readonly id: string;
  readonly kind: TmdbKind;
}

export type Slot =
  | (Place & { readonly by: 'list'; readonly list: 'now_playing' | 'popular' | 'top_rated' })
  | (Place & { readonly by: 'collection'; readonly name: OpenGenre; readonly genre: number })
  | (Place & { readonly by: 'provider' })
  /** `place` 0 is the one that visitors choose. */
  | (Place & { readonly by: 'genre'; readonly place: number });

const GENRES = { movie: 6, tv: 7 } as const;

const list = (kind: TmdbKind, name: 'now_playing' | 'popular' | 'top_rated'): Slot => ({
  id: `${kind} ${name}`,
  kind,
  by: 'list',
  list: name,
});
const provider = (kind: TmdbKind): Slot => ({ id: `${kind} provider`, kind, by: 'provider' });
const genresOf = (kind: TmdbKind): Slot[] =>
  Array.from({ length: GENRES[kind] }, (_, place) => ({
    id: `${kind} genre ${place}`,
    kind,
    by: 'genre',
    place,
  }));

const CATALOGUE: readonly Slot[] = [
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

/** Without a key: its name is the row's place on the page, too. */
const COLLECTION: readonly Slot[] = OPEN_GENRES.map(({ id, kind, name }) => ({
  id: name,
  kind,
  by: 'collection',
  name,
  genre: id,
}));

export const slotsOf = (isOpenCollection: boolean): readonly Slot[] =>
  isOpenCollection ? COLLECTION : CATALOGUE;

export const SLOTS = slotsOf(config.OPEN_CATALOGUE);

/** Of the best known services one is drawn; the others are there to be chosen. */
const DRAWN_AMONG = 8;

/** What the row is made of; undefined when the catalogue has no such thing. */
export function choiceOf(slot: Slot, choices: readonly Choice[], visit: Visit): Choice | undefined {
  if (slot.by === 'list' || slot.by === 'collection') return undefined;
  const chance = createChance(`${visit.seed} ${slot.kind} ${slot.by}`);
  const chosen = choices.find(({ id }) => id === visit[slot.by][slot.kind]);
  if (slot.by === 'provider') {
    return chosen ?? shuffled(choices.slice(0, DRAWN_AMONG), chance)[0];
  }
  const drawn = shuffled(choices, chance);
  const at = chosen ? drawn.indexOf(chosen) : 0;
  // The chosen one and the first one change places, so that the other rows stay.
  return drawn[slot.place === 0 ? at : slot.place === at ? 0 : slot.place];
}

export function shelfOf(slot: Slot, choice: Choice | undefined): Shelf | undefined {
  if (slot.by === 'list') return { kind: slot.kind, list: slot.list };
  if (slot.by === 'collection') return { kind: slot.kind, genre: slot.genre };
  if (!choice) return undefined;
  return slot.by === 'genre'
    ? { kind: slot.kind, genre: choice.id }
    : { kind: slot.kind, provider: choice.id };
}
