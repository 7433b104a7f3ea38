import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveBookmark } from '#data/user-data/bookmarks.ts';
import { startDrag, idAfter, moveTo } from '#ui/reorder.ts';
import type { LibraryTitle } from '../continue-watching.ts';

interface Dragging {
  readonly id: string;
  readonly order: readonly string[];
}

/** The bookmarks as they are, or as they would be if the card that is being dragged were let go. */
export function useReorder(titles: readonly LibraryTitle[]) {
  const { t } = useTranslation();
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [said, setSaid] = useState('');
  const ids = titles.map(({ tmdbId }) => tmdbId);

  function commit({ tmdbId: id, title }: LibraryTitle, order: readonly string[]) {
    moveBookmark(id, ids, idAfter(order, id));
    const [place, count] = [order.indexOf(id) + 1, order.length];
    setSaid(t(($) => $.home.lists.moved, { title, place, count }));
  }

  function step(title: LibraryTitle, places: number) {
    const at = ids.indexOf(title.tmdbId);
    const to = Math.max(0, Math.min(at + places, ids.length - 1));
    if (to === at) return;
    commit(title, moveTo(ids, title.tmdbId, to));
    // The button keeps the focus; once the cards have changed places it may lie outside of the window.
    requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
  }

  function grab(title: LibraryTitle, handle: HTMLElement, pointerId: number) {
    const id = title.tmdbId;
    setDragging({ id, order: ids });
    startDrag(handle, pointerId, {
      id,
      ids,
      show: (order) => setDragging({ id, order }),
      end: (order) => {
        setDragging(null);
        if (order && order !== ids) commit(title, order);
      },
    });
  }

  return { shown: inOrder(titles, dragging?.order), draggedId: dragging?.id, said, step, grab };
}

function inOrder(titles: readonly LibraryTitle[], order: readonly string[] | undefined) {
  if (!order) return titles;
  const byId = new Map(titles.map((title) => [title.tmdbId, title]));
  return order.flatMap((id) => byId.get(id) ?? []);
}
