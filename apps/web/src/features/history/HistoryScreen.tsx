import { History, Trash2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { removeAllHistory, removeFromHistory } from '#data/user-data/history-removal.ts';
import { historyStore, watchHistory, type HistoryItem } from '#data/user-data/history.ts';
import { regional } from '#lib/format-locale.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyList, ListHeading, ListPageLayout, TitleRows } from '#ui/ListPageLayout.tsx';
import { dayKey, firstOf, historyDays, isDayBefore, type HistoryDay } from './history-days.ts';
import { HistoryRow } from './HistoryRow.tsx';
import styles from './HistoryScreen.module.css';

export interface HistoryScreenProps {
  /** Says what has happened, and offers to undo it. */
  readonly onRemoved: (removed: { readonly text: string; readonly undo: () => void }) => void;
}

const SHOWN_AT_ONCE = 100;

type Question =
  { readonly about: 'everything' } | { readonly about: 'day'; readonly day: HistoryDay };

/** Lists the watched titles by day, newest first. */
export function HistoryScreen({ onRemoved }: HistoryScreenProps) {
  const { t } = useTranslation();
  const items = useStore(historyStore, (state) => state.items);
  const days = useMemo(() => historyDays(watchHistory({ items })), [items]);
  const [count, setCount] = useState(SHOWN_AT_ONCE);
  const [question, ask] = useState<Question | null>(null);
  const total = Object.keys(items).length;
  const all = new Map(days.map((day) => [day.key, day]));

  function remove(item: HistoryItem) {
    const text = t(($) => $.history.removed, { title: item.title });
    onRemoved({ text, undo: removeFromHistory([item]) });
  }

  function confirm(asked: Question) {
    ask(null);
    if (asked.about === 'everything') {
      const text = t(($) => $.history.cleared);
      return onRemoved({ text, undo: removeAllHistory() });
    }
    const { items: removed } = asked.day;
    const text = t(($) => $.history.removedMany, { count: removed.length });
    onRemoved({ text, undo: removeFromHistory(removed) });
  }

  return (
    <ListPageLayout>
      <div className={styles.head}>
        <ListHeading>{t(($) => $.history.title)}</ListHeading>
        {total > 0 && (
          <Button kind="quiet" onClick={() => ask({ about: 'everything' })}>
            <Trash2 aria-hidden />
            {t(($) => $.history.clear)}
          </Button>
        )}
      </div>
      {total === 0 && <Empty />}
      {firstOf(days, count).map((day) => (
        <Day
          key={day.key}
          day={day}
          onRemove={remove}
          onRemoveDay={() => ask({ about: 'day', day: all.get(day.key) ?? day })}
        />
      ))}
      {total > count && (
        <Button className={styles.more} onClick={() => setCount(count + SHOWN_AT_ONCE)}>
          {t(($) => $.history.more)}
        </Button>
      )}
      {question && (
        <Confirm
          question={question}
          onClose={() => ask(null)}
          onConfirm={() => confirm(question)}
        />
      )}
    </ListPageLayout>
  );
}

function Empty() {
  const { t } = useTranslation();
  return (
    <EmptyList
      icon={History}
      title={t(($) => $.history.empty)}
      hint={t(($) => $.history.emptyHint)}
    >
      <ButtonLink kind="primary" to={paths.discover}>
        {t(($) => $.header.discover)}
      </ButtonLink>
    </EmptyList>
  );
}

interface DayProps {
  readonly day: HistoryDay;
  readonly onRemove: (item: HistoryItem) => void;
  readonly onRemoveDay: () => void;
}

function Day({ day, onRemove, onRemoveDay }: DayProps) {
  const { t } = useTranslation();
  const id = useId();
  const name = useDayName(day.at);
  return (
    <section className={styles.day} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.date}>
          {name}
        </h2>
        <Button
          kind="quiet"
          aria-label={t(($) => $.history.removeDayOf, { day: name })}
          onClick={onRemoveDay}
        >
          {t(($) => $.history.removeDay)}
        </Button>
      </div>
      <TitleRows columns={2}>
        {day.items.map((item) => (
          <li key={`${item.tmdbId}/${item.episodeId ?? ''}`}>
            <HistoryRow item={item} onRemove={() => onRemove(item)} />
          </li>
        ))}
      </TitleRows>
    </section>
  );
}

interface ConfirmProps {
  readonly question: Question;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function Confirm({ question, onClose, onConfirm }: ConfirmProps) {
  const { t } = useTranslation();
  const isAll = question.about === 'everything';
  const name = useDayName(isAll ? 0 : question.day.at);
  return (
    <Dialog
      title={
        isAll ? t(($) => $.history.clearTitle) : t(($) => $.history.removeDayTitle, { day: name })
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(($) => $.history.cancel)}</Button>
          <Button kind="danger" onClick={onConfirm}>
            {isAll ? t(($) => $.history.clear) : t(($) => $.history.removeDay)}
          </Button>
        </>
      }
    >
      <p>
        {isAll
          ? t(($) => $.history.clearHint)
          : t(($) => $.history.removeDayHint, { count: question.day.items.length })}
      </p>
    </Dialog>
  );
}

/** A day as people call it; `at` in milliseconds since 1970. */
function useDayName(at: number): string {
  const [now] = useState(Date.now);
  const { t, i18n } = useTranslation();
  if (dayKey(at) === dayKey(now)) return t(($) => $.history.today);
  if (isDayBefore(at, now)) return t(($) => $.history.yesterday);
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(regional(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(at);
}
