import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { TmdbKind } from '@matinee/shared/media/media';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { genres, providers, rowTitles, type DiscoverChoice } from '#data/catalog/discover.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import type { Title } from '#data/catalog/title.ts';
import { discoverStore, type DiscoverState } from './discover-store.ts';
import {
  choiceOf,
  type RowDefinition,
  ROWS,
  rowQuery,
  seededRandom,
  shuffled,
} from './row-definitions.ts';

export type RowState =
  | { readonly is: 'waiting' }
  | { readonly is: 'failed'; readonly retry: () => void }
  | {
      readonly is: 'filled';
      readonly titles: readonly Title[];
      /** Whether earlier rows show all titles of this one. */
      readonly isRepeated: boolean;
    };

export interface DiscoverRowData {
  readonly definition: RowDefinition;
  /** The genre or provider of the row. */
  readonly choice: DiscoverChoice | undefined;
  readonly choices: readonly DiscoverChoice[];
  readonly state: RowState;
}

type Refetchable = Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>;
type RowQuery = Refetchable & Pick<UseQueryResult<readonly Title[]>, 'data'>;
type ChoicesQuery = Refetchable & Pick<UseQueryResult<readonly DiscoverChoice[]>, 'data'>;

/** Every row of the page. Rows are requested when they come near the viewport. */
export function useRows(): readonly DiscoverRowData[] {
  const store = useStore(discoverStore);
  const { i18n } = useTranslation();
  const locale = catalogLocale(i18n.language);
  const choicesOf = { movie: useChoices('movie', store), tv: useChoices('tv', store) };
  const rows = ROWS.map((definition) => {
    const { by, kind } = definition;
    const choices = by === 'list' || by === 'collection' ? undefined : choicesOf[kind][by];
    const choice = choiceOf(definition, choices?.data ?? [], store);
    return { definition, choices, choice, query: rowQuery(definition, choice) };
  });
  return useQueries({
    queries: rows.map(({ query, definition }) => ({
      ...rowTitles(query, locale),
      enabled: query !== undefined && store.near.includes(definition.id),
    })),
    combine: (queries): DiscoverRowData[] => {
      const titles = titlesOfRows(queries, store);
      return rows.map(({ definition, choice, choices }, index) => ({
        definition,
        choice,
        choices: choices?.data ?? [],
        state: stateOf({ titles: titles[index], query: queries[index], choices, choice }),
      }));
    },
  });
}

function useChoices(
  kind: TmdbKind,
  { near }: DiscoverState,
): Readonly<Record<'genre' | 'provider', ChoicesQuery>> {
  const { i18n } = useTranslation();
  const locale = catalogLocale(i18n.language);
  const isNear = (by: RowDefinition['by']) =>
    ROWS.some((row) => row.kind === kind && row.by === by && near.includes(row.id));
  return {
    genre: useQuery({ ...genres(kind, locale), enabled: isNear('genre') }),
    provider: useQuery({ ...providers(kind, locale), enabled: isNear('provider') }),
  };
}

interface RowQueries {
  readonly titles: readonly Title[] | undefined;
  readonly query: RowQuery | undefined;
  readonly choices: ChoicesQuery | undefined;
  readonly choice: DiscoverChoice | undefined;
}

export function stateOf({ titles, query, choices, choice }: RowQueries): RowState {
  if (titles) {
    const isRepeated = titles.length === 0 && query?.data?.length !== 0;
    return { is: 'filled', titles, isRepeated };
  }
  if (choices && !choices.data) return pendingState(choices);
  if (choices && !choice) return { is: 'filled', titles: [], isRepeated: false };
  return query ? pendingState(query) : { is: 'waiting' };
}

function pendingState({ isError, isFetching, refetch }: Refetchable): RowState {
  if (!isError || isFetching) return { is: 'waiting' };
  return { is: 'failed', retry: () => void refetch() };
}

interface RowData {
  readonly data: readonly Title[] | undefined;
  readonly dataUpdatedAt: number;
}

/** The titles of each row, in the order of `ROWS`; undefined while a row has no data. */
export function titlesOfRows(
  rows: readonly (RowData | undefined)[],
  { seed }: DiscoverState,
): (readonly Title[] | undefined)[] {
  return withoutRepeats(
    ROWS.map(({ by, id }, index) => {
      const { data, dataUpdatedAt: loadedAt = 0 } = rows[index] ?? {};
      // The open collection is sorted by popularity.
      const titles = data && (by === 'collection' ? data : shuffledRow(data, `${seed} ${id}`));
      return titles && { loadedAt, titles };
    }),
  );
}

/** Shuffles the row by the seed; titles without a poster come last. */
function shuffledRow(titles: readonly Title[], seed: string): Title[] {
  const order = shuffled(titles, seededRandom(seed));
  return [
    ...order.filter(({ poster }) => poster !== undefined),
    ...order.filter(({ poster }) => poster === undefined),
  ];
}

interface LoadedRow {
  readonly loadedAt: number;
  readonly titles: readonly Title[];
}

const MAX_TITLES = 35;

/** Shows each title in the row that loaded first, so that a later row never takes away a visible card. */
export function withoutRepeats(
  rows: readonly (LoadedRow | undefined)[],
): (readonly Title[] | undefined)[] {
  const shown = new Set<string>();
  const result = new Map<number, readonly Title[]>();
  const loaded = rows.flatMap((row, index) => (row ? [{ ...row, index }] : []));
  for (const { titles, index } of loaded.toSorted((one, other) => one.loadedAt - other.loadedAt)) {
    const unique = titles.filter((title) => !shown.has(keyOf(title))).slice(0, MAX_TITLES);
    for (const title of unique) shown.add(keyOf(title));
    result.set(index, unique);
  }
  return rows.map((_, index) => result.get(index));
}

const keyOf = ({ type, tmdbId }: Title): string => `${type} ${tmdbId}`;
