import { GripVertical, X } from 'lucide-react';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  orderList,
  removeFromList,
  titleKey,
  type ListedTitle,
  type UserList,
} from '#data/user-data/lists.ts';
import { startDrag, moveTo } from '#ui/reorder.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { TitleRows } from '#ui/ListPageLayout.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { TitleRow } from './TitleRow.tsx';
import styles from './ListTitles.module.css';

interface ListTitlesProps {
  readonly list: UserList;
  readonly onRemoved: (removed: { readonly text: string; readonly undo: () => void }) => void;
}

interface Dragging {
  readonly key: string;
  readonly order: readonly string[];
}

/** Put in order by dragging, or with the arrow keys on the handle. */
export function ListTitles({ list: { id, titles }, onRemoved }: ListTitlesProps) {
  const { t } = useTranslation();
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [said, setSaid] = useState('');
  const byKey = new Map(titles.map((title) => [titleKey(title), title]));
  const keys = [...byKey.keys()];
  const shown = (dragging?.order ?? keys).flatMap((key) => byKey.get(key) ?? []);
  const nameOf = ({ title, tmdbId }: ListedTitle) =>
    title ?? t(($) => $.lists.unnamed, { number: tmdbId });

  function commit(title: ListedTitle, order: readonly string[]) {
    orderList(id, order);
    const place = order.indexOf(titleKey(title)) + 1;
    setSaid(t(($) => $.home.lists.moved, { title: nameOf(title), place, count: order.length }));
  }

  function grab(title: ListedTitle, handle: HTMLElement, pointerId: number) {
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
    const place = Math.max(0, Math.min(keys.indexOf(key) + by, keys.length - 1));
    if (keys[place] === key) return;
    commit(title, moveTo(keys, key, place));
    // The button keeps the focus; once the rows have changed places it may lie outside of the window.
    requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
  }

  function remove(title: ListedTitle, { currentTarget }: MouseEvent<HTMLElement>) {
    const row = currentTarget.closest('li');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    next?.querySelector<HTMLElement>('[data-remove]')?.focus();
    const text = t(($) => $.lists.removed, { title: nameOf(title) });
    onRemoved({ text, undo: removeFromList(id, titleKey(title)) });
  }

  return (
    <>
      <TitleRows>
        {shown.map((title) => {
          const key = titleKey(title);
          return (
            <li
              key={key}
              className={styles.row}
              data-title-id={key}
              data-dragged={dragging?.key === key || undefined}
            >
              <TitleRow listed={title} />
              <IconButton
                className={styles.handle}
                label={t(($) => $.home.lists.move, { title: nameOf(title) })}
                onPointerDown={({ button, currentTarget, pointerId }) =>
                  button === 0 && grab(title, currentTarget, pointerId)
                }
                onKeyDown={(event) => step(event, title)}
              >
                <GripVertical aria-hidden />
              </IconButton>
              <IconButton
                data-remove
                label={t(($) => $.lists.remove, { title: nameOf(title) })}
                onClick={(event) => remove(title, event)}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </TitleRows>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}
