import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Title } from '#data/catalog/title.ts';
import { yearText } from '#i18n/formats.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { whenVisible } from '#lib/scroll-observers.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Carousel, CarouselSkeleton } from '#ui/Carousel.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { choose, discoverStore, markNear } from './discover-store.ts';
import type { DiscoverRowData } from './useRows.ts';
import styles from './DiscoverPage.module.css';

/** A row loads this far from the viewport; farther once the user scrolls. */
const INITIAL_MARGIN_PX = 40;
const SCROLL_MARGIN_PX = 900;

interface RowProps {
  readonly row: DiscoverRowData;
  /** The id of the heading of all movies or all shows, because both have rows with the same names. */
  readonly group: string;
}

/** Hidden when empty, unless the visitor can choose another genre or provider. */
export const DiscoverRow = memo(function DiscoverRow({ row, group }: RowProps) {
  const { t } = useTranslation();
  const id = useId();
  const { choices, definition, state } = row;
  const isNear = useStore(discoverStore, ({ near }) => near.includes(definition.id));
  const element = useRefEffect(attachRow, definition.id);
  const isEmpty = state.is === 'filled' && state.titles.length === 0;
  const hasChoice =
    definition.by === 'provider' || (definition.by === 'genre' && definition.position === 0);
  if (isEmpty && !(hasChoice && choices.length > 0)) return null;
  const name = nameOf();
  return (
    // Not a landmark: there are many rows, and movies and shows share genre names.
    <div
      ref={element}
      id={definition.by === 'collection' ? definition.name : undefined}
      className={styles.row}
      role="group"
      aria-labelledby={id}
      aria-busy={state.is === 'waiting'}
    >
      <div className={styles.rowHead}>
        <h3 className={styles.rowTitle} id={id}>
          {name}
        </h3>
        {hasChoice && <RowChoice row={row} group={group} />}
      </div>
      <div className={styles.body}>
        {state.is === 'waiting' && isNear && <CarouselSkeleton />}
        {state.is === 'failed' && (
          <Notice text={t(($) => $.discover.rowFailed)} onRetry={state.retry} />
        )}
        {isEmpty && <EmptyNotice isRepeated={state.isRepeated} />}
        {state.is === 'filled' && !isEmpty && (
          <Carousel
            items={state.titles}
            keyOf={({ tmdbId }) => tmdbId}
            card={(title, tabIndex) => <DiscoverCard title={title} tabIndex={tabIndex} />}
            labelledBy={id}
            describedBy={group}
            labels={{
              back: t(($) => $.discover.back, { row: name }),
              forward: t(($) => $.discover.forward, { row: name }),
            }}
          />
        )}
      </div>
    </div>
  );

  function nameOf(): string {
    if (definition.by === 'list') return t(($) => $.discover.rows[definition.list]);
    if (definition.by === 'collection') return t(($) => $.discover.collection[definition.name]);
    if (!row.choice && state.is !== 'failed') return t(($) => $.global.loading);
    if (!row.choice)
      return definition.by === 'genre'
        ? t(($) => $.details.genres)
        : t(($) => $.discover.providers);
    const { name: chosen } = row.choice;
    return definition.by === 'genre'
      ? chosen
      : t(($) => $.discover.rows.provider, { name: chosen });
  }
});

function EmptyNotice({ isRepeated }: { readonly isRepeated: boolean }) {
  const { t } = useTranslation();
  return <Notice text={isRepeated ? t(($) => $.discover.rowEmpty) : t(($) => $.library.empty)} />;
}

interface NoticeProps {
  readonly text: string;
  readonly onRetry?: () => void;
}

function Notice({ text, onRetry }: NoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <p role="status">{text}</p>
      {onRetry && <Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>}
    </div>
  );
}

function attachRow(row: HTMLElement, id: string): () => void {
  const onNear = () => markNear(id);
  const stops = [whenVisible(row, onNear, INITIAL_MARGIN_PX)];
  const lifetime = new AbortController();
  const onScroll = () => void stops.push(whenVisible(row, onNear, SCROLL_MARGIN_PX));
  addEventListener('scroll', onScroll, { signal: lifetime.signal, once: true, passive: true });
  return () => {
    lifetime.abort();
    for (const stop of stops) stop();
  };
}

/** Selects the genre or the provider of the row. */
function RowChoice({ row: { definition, choice, choices }, group }: RowProps) {
  const { t } = useTranslation();
  const { by, kind } = definition;
  if (by === 'list' || by === 'collection' || !choice || choices.length < 2) return null;
  return (
    <SelectField
      label={
        by === 'genre' ? t(($) => $.discover.chooseGenre) : t(($) => $.discover.chooseProvider)
      }
      describedBy={group}
      value={String(choice.id)}
      options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => choose(by, kind, Number(value))}
    />
  );
}

interface DiscoverCardProps {
  readonly title: Title;
  readonly tabIndex: 0 | -1;
}

function DiscoverCard({ title, tabIndex }: DiscoverCardProps) {
  const { t, i18n } = useTranslation();
  const { type, year } = title;
  return (
    <Card
      title={title.title}
      poster={title.poster}
      details={[t(($) => $.media.types[type]), ...(year ? [yearText(year, i18n.language)] : [])]}
      subject={title}
      href={paths.media(title)}
      tabIndex={tabIndex}
    />
  );
}
