import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { playbackMeta } from '#data/catalog/details.ts';
import { searchTitles } from '#data/catalog/title-list.ts';
import type { Title } from '#data/catalog/title.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import { fetchQueryAbortable, queryClient } from '#data/query-client.ts';
import { scrapeMedia } from '#data/streams/scrape.ts';
import { yearText } from '#i18n/formats.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { checksOf } from '../checks/browser-checks.ts';
import { CheckPanel } from '../checks/CheckPanel.tsx';
import { AdvisedError } from '../checks/run-checks.ts';
import { usePanelRuns } from '../usePanelRuns.ts';
import styles from './AdminPanels.module.css';

const NAME = 'tryTitle';
const MAX_OFFERED = 20;

const keyOf = ({ type, tmdbId }: Pick<Title, 'type' | 'tmdbId'>): string => `${type} ${tmdbId}`;

/** Searches every source for a title that the administrator chooses, and shows the time of each search. */
export function TryTitlePanel() {
  const { t } = useTranslation();
  const { runOf, run, runOne, cancel, clear } = usePanelRuns();
  const [chosen, setChosen] = useState<Title>();

  function start(): void {
    if (!chosen) return;
    const { type, tmdbId } = chosen;
    run({
      name: NAME,
      title: (translate) => translate(($) => $.admin.tryTitle.title),
      load: async (signal) => {
        const query = playbackMeta({ type, tmdbId });
        const meta = await fetchQueryAbortable(queryClient, query, signal).catch(() => {
          signal.throwIfAborted();
          throw new AdvisedError((translate) => translate(($) => $.errors.catalogUnreachable));
        });
        return checksOf(scrapeMedia(meta));
      },
    });
  }

  return (
    <CheckPanel
      title={t(($) => $.admin.tryTitle.title)}
      about={t(($) => $.admin.tryTitle.about)}
      advice={t(($) => $.admin.sources.advice)}
      run={runOf(NAME)}
      controls={
        <TitleChooser
          chosen={chosen}
          onChoose={(next) => {
            clear(NAME);
            setChosen(next);
          }}
        />
      }
      isReady={chosen !== undefined}
      onRun={start}
      onRunOne={(id) => runOne(NAME, id)}
      onCancel={() => cancel(NAME)}
    />
  );
}

interface TitleChooserProps {
  readonly chosen: Title | undefined;
  readonly onChoose: (title: Title | undefined) => void;
}

function TitleChooser({ chosen, onChoose }: TitleChooserProps) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const { language } = catalogLocale(i18n.language);
  const search = useInfiniteQuery({
    ...searchTitles(query, language),
    enabled: query.trim() !== '',
  });
  const titles = (search.data ?? []).slice(0, MAX_OFFERED);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onChoose(undefined);
    setQuery(text);
  }

  return (
    <>
      <form className={styles.form} role="search" onSubmit={submit}>
        <TextField
          label={t(($) => $.admin.tryTitle.search)}
          value={text}
          onChange={setText}
          maxLength={100}
        >
          <Button type="submit">{t(($) => $.admin.tryTitle.find)}</Button>
        </TextField>
      </form>
      <div aria-live="polite">
        {search.isError && <p>{t(($) => $.errors.catalogUnreachable)}</p>}
        {search.isSuccess && titles.length === 0 && <p>{t(($) => $.admin.tryTitle.none)}</p>}
      </div>
      {titles.length > 0 && (
        <div>
          <SelectField
            label={t(($) => $.admin.tryTitle.choose)}
            value={chosen ? keyOf(chosen) : ''}
            onChange={(key) => onChoose(titles.find((each) => keyOf(each) === key))}
            options={[
              { value: '', label: t(($) => $.admin.tryTitle.pick) },
              ...titles.map((each) => ({
                value: keyOf(each),
                label: labelOf(each, i18n.language),
              })),
            ]}
          />
        </div>
      )}
    </>
  );
}

const labelOf = ({ title, year }: Title, language: string): string =>
  year === undefined ? title : `${title} (${yearText(year, language)})`;
