import { GripVertical } from 'lucide-react';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import {
  orderList,
  removeFromList,
  titleKey,
  type ListedTitle,
  type UserList,
} from '#data/user-data/lists.ts';
import { startDrag, moveTo } from '#ui/reorder.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { RemoveRowButton, TitleLinks, TitleLink, TitleLinkSkeleton } from '#ui/ListPageLayout.tsx';
import { offerUndo } from '#ui/undo-store.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { catalogLocale, normalizePosterUrl } from '#data/catalog/tmdb.ts';
import { listedTitle } from '#data/catalog/title.ts';
import { titleWithYear, yearText } from '#i18n/formats.ts';
import { modalDepth } from '#lib/modal-history.ts';
import { paths } from '#paths.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './Lists.module.css';

interface Dragging {
  readonly key: string;
  readonly order: readonly string[];
}

/** `name` is the text of the row, which may come from the catalog. */
interface NamedRow {
  readonly key: string;
  readonly name: string;
}

/** The user sorts the titles by dragging a handle, or with the arrow keys on it. */
export function ListTitles({ list: { id, titles } }: { readonly list: UserList }) {
  const { t } = useTranslation();
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const byKey = new Map(titles.map((title) => [titleKey(title), title]));
  const keys = [...byKey.keys()];
  const shown = (dragging?.order ?? keys).flatMap((key) => byKey.get(key) ?? []);

  function commit({ key, name }: NamedRow, order: readonly string[]) {
    orderList(id, order);
    const place = order.indexOf(key) + 1;
    setAnnouncement(t(($) => $.home.lists.moved, { title: name, place, total: order.length }));
  }

  function drag(row: NamedRow, handle: HTMLElement, pointerId: number) {
    const { key } = row;
    setDragging({ key, order: keys });
    startDrag(handle, pointerId, {
      id: key,
      ids: keys,
      show: (order) => setDragging({ key, order }),
      end: (order) => {
        setDragging(null);
        if (order && order !== keys) commit(row, order);
      },
    });
  }

  function step(event: KeyboardEvent<HTMLElement>, row: NamedRow) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const { key } = row;
    const index = Math.max(0, Math.min(keys.indexOf(key) + by, keys.length - 1));
    if (keys[index] === key) return;
    commit(row, moveTo(keys, key, index));
    // The focused handle may have moved out of the window.
    requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
  }

  function remove({ key, name }: NamedRow) {
    const text = t(($) => $.lists.removed, { title: name });
    offerUndo({ text, undo: removeFromList(id, key) });
  }

  return (
    <>
      <TitleLinks>
        {shown.map((title) => (
          <ListRow
            key={titleKey(title)}
            listed={title}
            isDragged={dragging?.key === titleKey(title)}
            onGrab={drag}
            onKey={step}
            onRemove={remove}
          />
        ))}
      </TitleLinks>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </>
  );
}

interface ListRowProps {
  readonly listed: ListedTitle;
  readonly isDragged: boolean;
  readonly onGrab: (row: NamedRow, handle: HTMLElement, pointerId: number) => void;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, row: NamedRow) => void;
  readonly onRemove: (row: NamedRow) => void;
}

function ListRow({ listed, isDragged, onGrab, onKey, onRemove }: ListRowProps) {
  const { t, i18n } = useTranslation();
  const { name, year } = useListedTitle(listed);
  const key = titleKey(listed);
  const row = { key, name };
  const title = titleWithYear(name, year, i18n.language);

  function onPointerDown({ button, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
    if (button === 0) onGrab(row, currentTarget, pointerId);
  }

  return (
    <li className={styles.row} data-title-id={key} data-dragged={isDragged || undefined}>
      <ListedTitleLink listed={listed} />
      <IconButton
        className={styles.handle}
        label={t(($) => $.home.lists.move, { title })}
        onPointerDown={onPointerDown}
        onKeyDown={(event) => onKey(event, row)}
      >
        <GripVertical aria-hidden />
      </IconButton>
      <RemoveRowButton label={t(($) => $.lists.remove, { title })} onRemove={() => onRemove(row)} />
    </li>
  );
}

/** The catalog supplies the name when the list has none. */
function useListedTitle(listed: ListedTitle) {
  const { t, i18n } = useTranslation();
  const { type, tmdbId } = listed;
  const isNamed = listed.title !== undefined;
  const { language } = catalogLocale(i18n.language);
  const { data, isFetching } = useQuery({
    ...listedTitle(type, tmdbId, language),
    enabled: !isNamed,
  });
  const { title, year, poster } = data ?? listed;
  const name = title ?? t(($) => $.lists.unnamed, { number: tmdbId });
  return { name, year, poster, isLoading: !isNamed && !data && isFetching };
}

/** Opens the details. */
export function ListedTitleLink({ listed }: { readonly listed: ListedTitle }) {
  const { t, i18n } = useTranslation();
  const { state } = useLocation();
  const { type, tmdbId } = listed;
  const { name, year, poster, isLoading } = useListedTitle(listed);
  if (isLoading) {
    return (
      <TitleLinkSkeleton>
        <Skeleton shape="poster" />
        <Skeleton shape="shortLine" />
      </TitleLinkSkeleton>
    );
  }
  return (
    <TitleLink
      to={{ search: paths.details({ type, tmdbId, title: name }) }}
      state={{ sheets: modalDepth(state) + 1 }}
      preventScrollReset
      title={name}
      poster={normalizePosterUrl(poster)}
      details={[
        t(($) => $.media.types[type]),
        ...(year ? [yearText(year, i18n.language)] : []),
      ].join(' · ')}
    />
  );
}
