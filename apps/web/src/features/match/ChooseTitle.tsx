import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Title } from '#data/catalog/title.ts';
import { searchTitles } from '#data/catalog/title-list.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import { yearText } from '#i18n/formats.ts';
import { Button } from '#ui/Button.tsx';
import { FilterField } from '#ui/FilterField.tsx';
import { Poster } from '#ui/Poster.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './MatchDialog.module.css';

const MAX_RESULTS = 20;

interface ChooseTitleProps {
  readonly name: string;
  readonly onChoose: (title: Title) => void;
}

/** Searches the catalog, at first for the title in the file's name. */
export function ChooseTitle({ name, onChoose }: ChooseTitleProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => searchable(name));
  const wanted = useDeferredValue(text.trim());
  return (
    <>
      <FilterField label={t(($) => $.match.search)} value={text} onChange={setText} />
      <div className={styles.results}>
        {wanted !== '' && <Results text={wanted} onChoose={onChoose} />}
      </div>
    </>
  );
}

interface ResultsProps {
  readonly text: string;
  readonly onChoose: (title: Title) => void;
}

function Results({ text, onChoose }: ResultsProps) {
  const { t, i18n } = useTranslation();
  const { data, isFetching, refetch } = useInfiniteQuery(
    searchTitles(text, catalogLocale(i18n.language).language),
  );
  if (!data && isFetching) return <Spinner label={t(($) => $.global.loading)} />;
  if (!data)
    return (
      <div role="alert" className={styles.message}>
        <p>{t(($) => $.match.searchFailed)}</p>
        <Button onClick={() => void refetch()}>{t(($) => $.actions.retry)}</Button>
      </div>
    );
  if (data.length === 0) return <p className={styles.message}>{t(($) => $.match.nothing)}</p>;
  return (
    <ul className={styles.list} aria-label={t(($) => $.match.results)}>
      {data.slice(0, MAX_RESULTS).map((title) => (
        <li key={`${title.type} ${title.tmdbId}`}>
          <button type="button" className={styles.result} onClick={() => onChoose(title)}>
            <span className={styles.poster} aria-hidden>
              <Poster title={title.title} src={title.poster} />
            </span>
            <span className={styles.words}>
              <bdi className={styles.name}>{title.title}</bdi>
              <span className={styles.facts}>
                {[
                  t(($) => $.media.types[title.type]),
                  title.year && yearText(title.year, i18n.language),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Returns the part of a file's name that may be a title. */
const searchable = (name: string): string =>
  name
    .replace(/^.*\//, '')
    .replace(/\.\w{2,5}$/, '')
    .replaceAll(/[._]+/g, ' ')
    .replace(/\s*[[({].*$/, '')
    .trim();
