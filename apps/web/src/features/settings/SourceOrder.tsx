import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceMeta } from '@matinee/shared/contract/scrape';
import { sourceList } from '#data/streams/metadata.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { useChoices } from './settings-form-context.ts';
import { movedTo, inOrder } from './order.ts';
import styles from './SourceOrder.module.css';
import { SourceOrderRow } from './SourceOrderRow.tsx';

/** Who is asked first, and who is not asked at all. */
export function SourceOrder() {
  const { t } = useTranslation();
  const { change } = useChoices();
  const { data, isError, isFetching, refetch } = useQuery(sourceList());
  return (
    <SettingsCard
      title={t(($) => $.settings.sources.title)}
      text={t(($) => $.settings.sources.text)}
    >
      {isFetching && !data && <Spinner label={t(($) => $.settings.sources.loading)} />}
      {isError && !isFetching && (
        <>
          <p role="alert">{t(($) => $.settings.sources.failed)}</p>
          <Button onClick={() => void refetch()}>{t(($) => $.actions.retry)}</Button>
        </>
      )}
      {data && data.sources.length === 0 && <p>{t(($) => $.settings.sources.none)}</p>}
      {data && data.sources.length > 0 && (
        <>
          <Rows sources={data.sources} />
          <Button onClick={() => change({ sourceOrder: [], disabledSources: [] })}>
            {t(($) => $.settings.sources.reset)}
          </Button>
        </>
      )}
    </SettingsCard>
  );
}

function Rows({ sources }: { readonly sources: readonly SourceMeta[] }) {
  const { t } = useTranslation();
  const { choices, change } = useChoices();
  const [said, setSaid] = useState('');
  const ordered = inOrder(sources, choices.sourceOrder);
  const ids = ordered.map(({ id }) => id);
  const without = new Set(choices.disabledSources);

  function move({ id, name }: SourceMeta, to: number): void {
    const place = Math.max(0, Math.min(ids.length - 1, to));
    if (ids[place] === id) return;
    change({ sourceOrder: movedTo(ids, id, place) });
    setSaid(t(($) => $.settings.sources.moved, { name, place: place + 1, count: ids.length }));
  }

  function ask(id: string, isAsked: boolean): void {
    const others = choices.disabledSources.filter((one) => one !== id);
    change({ disabledSources: isAsked ? others : [...others, id] });
  }

  return (
    <>
      <ol className={styles.rows}>
        {ordered.map((source, at) => (
          <SourceOrderRow
            key={source.id}
            name={source.name}
            isAsked={!without.has(source.id)}
            onAsk={(isAsked) => ask(source.id, isAsked)}
            onStep={(step) => move(source, at + step)}
            onDrop={(place) => move(source, place)}
          />
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}
