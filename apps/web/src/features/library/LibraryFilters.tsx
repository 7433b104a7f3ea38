import { LIBRARY_SORTS, type LibrarySummary } from '@matinee/shared/contract/library';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { LibraryQuery } from '#data/catalog/library.ts';
import { genres } from '#data/catalog/discover.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import { yearText } from '#i18n/formats.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, type SelectOption } from '#ui/SelectField.tsx';
import { filtersOf, type LibraryFilter } from './library-address.ts';
import styles from './LibraryPage.module.css';

/** The minimum number of lines for each resolution. */
const HEIGHTS = [720, 1080, 2160];
const HIGHEST = 2160;

interface LibraryFiltersProps {
  readonly summary: LibrarySummary;
  readonly address: LibraryQuery;
}

export function LibraryFilters({ summary, address }: LibraryFiltersProps) {
  const { t, i18n } = useTranslation();
  const [, setSearch] = useSearchParams();
  const genreName = useGenreNames(address.section);
  const { genres: known, decades, sources } = summary;

  function change(name: LibraryFilter | 'sort', value: string) {
    setSearch(
      (search) => {
        if (value === '') search.delete(name);
        else search.set(name, value);
        if (address.section) search.set('section', address.section);
        return search;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  const filter = (
    name: LibraryFilter,
    label: string,
    all: string,
    options: readonly SelectOption[],
  ) =>
    options.length > 1 && (
      <SelectField
        label={label}
        value={String(address[name] ?? '')}
        options={[{ value: '', label: all }, ...options]}
        onChange={(value) => change(name, value)}
      />
    );

  return (
    <div className={styles.filters} role="group" aria-label={t(($) => $.library.filters)}>
      <SelectField
        label={t(($) => $.library.sort)}
        value={address.sort}
        options={LIBRARY_SORTS.map((sort) => ({
          value: sort,
          label: t(($) => $.library.sorts[sort]),
        }))}
        onChange={(value) => change('sort', value)}
      />
      {filter(
        'genre',
        t(($) => $.details.genres),
        t(($) => $.library.allGenres),
        known.map(({ id, name }) => ({ value: String(id), label: genreName(id) ?? name })),
      )}
      {filter(
        'decade',
        t(($) => $.library.decadeFilter),
        t(($) => $.library.allDecades),
        decades.map((year) => ({
          value: String(year),
          label: t(($) => $.library.decade, { year: yearText(year, i18n.language) }),
        })),
      )}
      {filter(
        'height',
        t(($) => $.library.resolutionFilter),
        t(($) => $.library.allResolutions),
        HEIGHTS.map((lines) => ({
          value: String(lines),
          label:
            lines === HIGHEST
              ? t(($) => $.player.settings.sizes['4k'])
              : t(($) => $.library.resolution, { lines: String(lines) }),
        })),
      )}
      {filter(
        'source',
        t(($) => $.watch.sources.title),
        t(($) => $.library.allSources),
        sources.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {filtersOf(address) > 0 && <ClearFilters address={address} />}
    </div>
  );
}

export function ClearFilters({ address }: { readonly address: LibraryQuery }) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const { section, sort } = address;
  return (
    <Button
      kind="quiet"
      onClick={() => setSearch({ ...(section && { section }), sort }, { replace: true })}
    >
      <X aria-hidden />
      {t(($) => $.library.clearFilters)}
    </Button>
  );
}

/** Names are in the interface's language; the server has them in English. */
function useGenreNames(section: LibraryQuery['section']): (id: number) => string | undefined {
  const { i18n } = useTranslation();
  const kind = section === 'shows' ? 'tv' : 'movie';
  const { data = [] } = useQuery(genres(kind, catalogLocale(i18n.language)));
  const names = new Map(data.map(({ id, name }) => [id, name]));
  return (id) => names.get(id);
}
