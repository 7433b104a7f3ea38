import { History, Trash2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { removeAllHistory, removeFromHistory } from '#data/user-data/history-removal.ts';
import { historyStore, watchHistory, type HistoryItem } from '#data/user-data/history.ts';
import { dateFormat } from '#i18n/dates.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyList, ListHeading, ListPageLayout, TitleLinks } from '#ui/ListPageLayout.tsx';
import { offerUndo } from '#ui/undo-store.ts';
import { dayKey, firstEntries, historyDays, isDayBefore, type HistoryDay } from './history-days.ts';
import { HistoryRow } from './HistoryRow.tsx';
import styles from './HistoryPage.module.css';

const PAGE_SIZE = 100;

type Removal = { readonly of: 'everything' } | { readonly of: 'day'; readonly day: HistoryDay };

export function HistoryPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.history.title) })}</title>
      <HistoryList />
    </>
  );
}

/** Lists the watched titles by day, newest first. */
function HistoryList() {
  const { t } = useTranslation();
  const items = useStore(historyStore, (state) => state.items);
  const days = useMemo(() => historyDays(watchHistory({ items })), [items]);
  const [count, setCount] = useState(PAGE_SIZE);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const total = Object.keys(items).length;
  const dayByKey = new Map(days.map((day) => [day.key, day]));

  function removeItem(item: HistoryItem, entry: string) {
    const text = t(($) => $.history.removed, { title: entry });
    offerUndo({ text, undo: removeFromHistory([item]) });
  }

  function remove(confirmed: Removal) {
    setRemoval(null);
    if (confirmed.of === 'everything') {
      const text = t(($) => $.history.cleared);
      return offerUndo({ text, undo: removeAllHistory() });
    }
    const { items: removed } = confirmed.day;
    const text = t(($) => $.history.removedMany, { count: removed.length });
    offerUndo({ text, undo: removeFromHistory(removed) });
  }

  return (
    <ListPageLayout>
      <div className={styles.head}>
        <ListHeading>{t(($) => $.history.title)}</ListHeading>
        {total > 0 && (
          <Button kind="quiet" onClick={() => setRemoval({ of: 'everything' })}>
            <Trash2 aria-hidden />
            {t(($) => $.history.clear)}
          </Button>
        )}
      </div>
      {total === 0 && <Empty />}
      {firstEntries(days, count).map((day) => (
        <Day
          key={day.key}
          day={day}
          onRemove={removeItem}
          onRemoveDay={() => setRemoval({ of: 'day', day: dayByKey.get(day.key) ?? day })}
        />
      ))}
      {total > count && (
        <Button className={styles.more} onClick={() => setCount(count + PAGE_SIZE)}>
          {t(($) => $.home.search.more)}
        </Button>
      )}
      {removal && (
        <RemoveDialog
          removal={removal}
          onClose={() => setRemoval(null)}
          onConfirm={() => remove(removal)}
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
  readonly onRemove: (item: HistoryItem, entry: string) => void;
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
      <TitleLinks columns={2}>
        {day.items.map((item) => (
          <li key={`${item.tmdbId}/${item.episodeId ?? ''}`}>
            <HistoryRow item={item} onRemove={(entry) => onRemove(item, entry)} />
          </li>
        ))}
      </TitleLinks>
    </section>
  );
}

interface RemoveDialogProps {
  readonly removal: Removal;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function RemoveDialog({ removal, onClose, onConfirm }: RemoveDialogProps) {
  const { t } = useTranslation();
  const isAll = removal.of === 'everything';
  const name = useDayName(isAll ? 0 : removal.day.at);
  return (
    <Dialog
      title={
        isAll ? t(($) => $.history.clearTitle) : t(($) => $.history.removeDayTitle, { day: name })
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(($) => $.actions.cancel)}</Button>
          <Button kind="danger" onClick={onConfirm}>
            {isAll ? t(($) => $.history.clear) : t(($) => $.history.removeDay)}
          </Button>
        </>
      }
    >
      <p>
        {isAll
          ? t(($) => $.history.clearHint)
          : t(($) => $.history.removeDayHint, { count: removal.day.items.length })}
      </p>
    </Dialog>
  );
}

/** "Today", "Yesterday" or the date; `at` in milliseconds since 1970. */
function useDayName(at: number): string {
  const [now] = useState(Date.now);
  const { t, i18n } = useTranslation();
  if (dayKey(at) === dayKey(now)) return t(($) => $.history.today);
  if (isDayBefore(at, now)) return t(($) => $.history.yesterday);
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return dateFormat(i18n.language, isThisYear ? 'weekday' : 'weekdayWithYear').format(at);
}
