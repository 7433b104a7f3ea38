import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { sessionStore } from '#data/session.ts';
import { mayBookmark, moveBookmark, removeBookmark } from '#data/user-data/bookmarks.ts';
import { titleWithYear } from '#i18n/formats.ts';
import { arrowStep, idAfter, moveTo, startDrag } from '#ui/reorder.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { offerUndo } from '#ui/undo-store.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import type { LibraryTitle } from './library-titles.ts';
import { EditToggle, Section } from './Section.tsx';
import { ListCard, RemoveButton, TitleGrid } from './TitleGrid.tsx';

export function BookmarksSection({ titles }: { readonly titles: readonly LibraryTitle[] }) {
  const { t, i18n } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const isOffered = useStore(sessionStore, mayBookmark);
  const { shown, draggedId, announcement, step, grab } = useReorder(titles);
  const list = t(($) => $.home.bookmarks.title);

  function remove({ tmdbId, title }: LibraryTitle) {
    const text = t(($) => $.cards.bookmarkRemoved, { title });
    offerUndo({ text, undo: removeBookmark(tmdbId) });
  }

  const buttons = (title: LibraryTitle) => (
    <>
      <RemoveButton title={title} onRemove={() => remove(title)} />
      <DragHandle
        title={titleWithYear(title.title, title.year, i18n.language)}
        onStep={(offset) => step(title, offset)}
        onGrab={(handle, pointerId) => grab(title, handle, pointerId)}
      />
    </>
  );

  return (
    <Section
      title={list}
      action={isOffered && <EditToggle list={list} isEditing={isEditing} onChange={setEditing} />}
    >
      <TitleGrid
        titles={shown}
        card={(title) => (
          <ListCard
            key={title.tmdbId}
            t={t}
            language={i18n.language}
            title={title}
            editing={isEditing ? buttons(title) : undefined}
            isDragged={title.tmdbId === draggedId}
          />
        )}
      />
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </Section>
  );
}

interface DragHandleProps {
  /** Includes the year. */
  readonly title: string;
  readonly onStep: (offset: number) => void;
  readonly onGrab: (handle: HTMLElement, pointerId: number) => void;
}

/** Dragged with a pointer or moved with the arrow keys. */
function DragHandle({ title, onStep, onGrab }: DragHandleProps) {
  const { t } = useTranslation();

  function onPointerDown({ button, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
    if (button === 0) onGrab(currentTarget, pointerId);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const list = event.currentTarget.closest('ul');
    if (!list) return;
    const { direction, gridTemplateColumns } = getComputedStyle(list);
    const columns = gridTemplateColumns.split(' ').length;
    const step = arrowStep(event.key, { columns, direction });
    if (step === undefined) return;
    event.preventDefault();
    onStep(step);
  }

  return (
    <IconButton
      data-handle
      data-passed-by
      label={t(($) => $.home.lists.move, { title })}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    >
      <GripVertical aria-hidden />
    </IconButton>
  );
}

interface Dragging {
  readonly id: string;
  readonly order: readonly string[];
}

/** Returns the order of the titles. While a card is dragged, shows the order that dropping it would give. */
function useReorder(titles: readonly LibraryTitle[]) {
  const { t } = useTranslation();
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const ids = titles.map(({ tmdbId }) => tmdbId);

  function commit({ tmdbId: id, title }: LibraryTitle, order: readonly string[]) {
    moveBookmark(id, ids, idAfter(order, id));
    const [place, total] = [order.indexOf(id) + 1, order.length];
    setAnnouncement(t(($) => $.home.lists.moved, { title, place, total }));
  }

  function step(title: LibraryTitle, offset: number) {
    const at = ids.indexOf(title.tmdbId);
    const to = Math.max(0, Math.min(at + offset, ids.length - 1));
    if (to === at) return;
    commit(title, moveTo(ids, title.tmdbId, to));
    // The focused handle may have moved out of the viewport.
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

  return {
    shown: inOrder(titles, dragging?.order),
    draggedId: dragging?.id,
    announcement,
    step,
    grab,
  };
}

function inOrder(titles: readonly LibraryTitle[], order: readonly string[] | undefined) {
  if (!order) return titles;
  const byId = new Map(titles.map((title) => [title.tmdbId, title]));
  return order.flatMap((id) => byId.get(id) ?? []);
}
