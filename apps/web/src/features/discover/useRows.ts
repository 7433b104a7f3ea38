import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { TmdbKind } from '@matinee/shared/media/media';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { genres, providers, shelfTitles, type Choice } from '#data/catalog/discover.ts';
import { catalogueLocale } from '#data/catalog/locale.ts';
import type { Title } from '#data/catalog/title.ts';
import { choiceOf, shelfOf, SLOTS, type Slot } from './row-definitions.ts';
import { titlesOfRows } from './merge-rows.ts';
import { visitStore, type Visit } from './discover-store.ts';

export type RowState =
  | { readonly is: 'waiting' }
  | { readonly is: 'failed'; readonly retry: () => void }
  | { readonly is: 'filled'; readonly titles: readonly Title[] };

export interface Row {
  readonly slot: Slot;
  /** The genre or the service of the row, and those that it could be of instead. */
  readonly choice: Choice | undefined;
  readonly choices: readonly Choice[];
  readonly state: RowState;
}

type Asked = Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>;
type Choices = Asked & Pick<UseQueryResult<readonly Choice[]>, 'data'>;

/** Every row of the page; those that have not come near the window are not asked for. */
export function useRows(): readonly Row[] {
  const visit = useStore(visitStore);
  const { i18n } = useTranslation();
  const locale = catalogueLocale(i18n.language);
  const films = useChoices('movie', visit);
  const series = useChoices('tv', visit);
  const rows = SLOTS.map((slot) => {
    const choices =
      slot.by === 'list' || slot.by === 'collection'
        ? undefined
        : { movie: films, tv: series }[slot.kind][slot.by];
    const choice = choiceOf(slot, choices?.data ?? [], visit);
    return { slot, choices, choice, shelf: shelfOf(slot, choice) };
  });
  return useQueries({
    queries: rows.map(({ shelf, slot }) => ({
      ...shelfTitles(shelf, locale),
      enabled: shelf !== undefined && visit.near.includes(slot.id),
    })),
    combine: (answers): Row[] => {
      const own = titlesOfRows(answers, visit);
      return rows.map(({ slot, choice, choices }, index) => ({
        slot,
        choice,
        choices: choices?.data ?? [],
        state: stateOf({ titles: own[index], answer: answers[index], choices, choice }),
      }));
    },
  });
}

function useChoices(
  kind: TmdbKind,
  { near }: Visit,
): Readonly<Record<'genre' | 'provider', Choices>> {
  const { i18n } = useTranslation();
  const locale = catalogueLocale(i18n.language);
  const isWanted = (by: Slot['by']) =>
    SLOTS.some((slot) => slot.kind === kind && slot.by === by && near.includes(slot.id));
  return {
    genre: useQuery({ ...genres(kind, locale), enabled: isWanted('genre') }),
    provider: useQuery({ ...providers(kind, locale), enabled: isWanted('provider') }),
  };
}

interface Known {
  readonly titles: readonly Title[] | undefined;
  readonly answer: Asked | undefined;
  readonly choices: Choices | undefined;
  readonly choice: Choice | undefined;
}

function stateOf({ titles, answer, choices, choice }: Known): RowState {
  if (titles) return { is: 'filled', titles };
  if (choices && !choices.data) return failureOf(choices);
  if (choices && !choice) return { is: 'filled', titles: [] };
  return answer ? failureOf(answer) : { is: 'waiting' };
}

function failureOf({ isError, isFetching, refetch }: Asked): RowState {
  if (!isError || isFetching) return { is: 'waiting' };
  return { is: 'failed', retry: () => void refetch() };
}
