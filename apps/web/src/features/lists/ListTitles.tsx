import { GripVertical } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
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
import { tidyPosterUrl } from '#data/catalog/tmdb.ts';
import { listedTitle } from '#data/catalog/title.ts';
import { yearText } from '#i18n/formats.ts';
import { modalDepth } from '#lib/modal-history.ts';
import { paths } from '#paths.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './Lists.module.css';

interface Dragging {
  readonly key: string;
  readonly order: readonly string[];
}

/** Sorted by dragging a handle, or with the arrow keys on it. */
export function ListTitles({ list: { id, titles } }: { readonly list: UserList }) {
  const { t } = useTranslation();
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const byKey = new Map(titles.map((title) => [titleKey(title), title]));
  const keys = [...byKey.keys()];
  const shown = (dragging?.order ?? keys).flatMap((key) => byKey.get(key) ?? []);
  const nameOf = ({ title, tmdbId }: ListedTitle) =>
    title ?? t(($) => $.lists.unnamed, { number: tmdbId });

  function commit(title: ListedTitle, order: readonly string[]) {
    orderList(id, order);
    const place = order.indexOf(titleKey(title)) + 1;
    setAnnouncement(
      t(($) => $.home.lists.moved, { title: nameOf(title), place, total: order.length }),
    );
  }

  function drag(title: ListedTitle, handle: HTMLElement, pointerId: number) {
    const key = titleKey(title);
    setDragging({ key, order: keys });
    startDrag(handle, pointerId, {
      id: key,
      ids: keys,
      show: (order) => setDragging({ key, order }),
      end: (order) => {
        setDragging(null);
        if (order && order !== keys) commit(title, order);
      },
    });
  }

  function step(event: KeyboardEvent<HTMLElement>, title: ListedTitle) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const key = titleKey(title);
    const index = Math.max(0, Math.min(keys.indexOf(key) + by, keys.length - 1));
    if (keys[index] === key) return;
    commit(title, moveTo(keys, key, index));
    // The focused handle may have moved out of the window.
    requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
  }

  function remove(title: ListedTitle) {
    const text = t(($) => $.lists.removed, { title: nameOf(title) });
    offerUndo({ text, undo: removeFromList(id, titleKey(title)) });
  }

  return (
    <>
      <TitleLinks>
        {shown.map((title) => {
          const key = titleKey(title);
          return (
            <li
              key={key}
              className={styles.row}
              data-title-id={key}
              data-dragged={dragging?.key === key || undefined}
            >
              <ListedTitleLink listed={title} />
              <IconButton
                className={styles.handle}
                label={t(($) => $.home.lists.move, { title: nameOf(title) })}
                onPointerDown={({ button, currentTarget, pointerId }) =>
                  button === 0 && drag(title, currentTarget, pointerId)
                }
                onKeyDown={(event) => step(event, title)}
              >
                <GripVertical aria-hidden />
              </IconButton>
              <RemoveRowButton
                label={t(($) => $.lists.remove, { title: nameOf(title) })}
                onRemove={() => remove(title)}
              />
            </li>
          );
        })}
      </TitleLinks>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </>
  );
}

/** Opens the details. The catalog supplies the name when the list has none. */
export function ListedTitleLink({ listed }: { readonly listed: ListedTitle }) {
  const { t, i18n } = useTranslation();
  const { state } = useLocation();
  const { type, tmdbId } = listed;
  const isNamed = listed.title !== undefined;
  const { data, isFetching } = useQuery({ ...listedTitle(type, tmdbId), enabled: !isNamed });
  if (!isNamed && !data && isFetching) {
    return (
      <TitleLinkSkeleton>
        <Skeleton shape="poster" />
        <Skeleton shape="shortLine" />
      </TitleLinkSkeleton>
    );
  }
  const { title, year, poster } = data ?? listed;
  const name = title ?? t(($) => $.lists.unnamed, { number: tmdbId });
  return (
    <TitleLink
      to={{ search: paths.details({ type, tmdbId, title: name }) }}
      state={{ sheets: modalDepth(state) + 1 }}
      preventScrollReset
      title={name}
      poster={tidyPosterUrl(poster)}
      details={[
        t(($) => $.media.types[type]),
        ...(year ? [yearText(year, i18n.language)] : []),
      ].join(' · ')}
    />
  );
}
