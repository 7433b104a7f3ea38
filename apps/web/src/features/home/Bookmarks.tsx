import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mayBookmark, removeBookmark } from '#data/user-data/bookmarks.ts';
import { sessionStore } from '#data/session.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { offerUndo } from '#ui/undo-store.ts';
import type { LibraryTitle } from './continue-watching.ts';
import { EditToggle } from './lists/EditToggle.tsx';
import { ListCard } from './lists/ListCard.tsx';
import { DragHandle } from './lists/DragHandle.tsx';
import { RemoveButton } from './lists/RemoveButton.tsx';
import { TitleGrid } from './lists/TitleGrid.tsx';
import { useReorder } from './lists/useReorder.ts';
import { Section } from './Section.tsx';

export function Bookmarks({ titles }: { readonly titles: readonly LibraryTitle[] }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const isOffered = useStore(sessionStore, mayBookmark);
  const { shown, draggedId, said, step, grab } = useReorder(titles);
  const list = t(($) => $.home.bookmarks.title);

  function remove({ tmdbId, title }: LibraryTitle) {
    const text = t(($) => $.cards.bookmarkRemoved, { title });
    offerUndo({ text, undo: removeBookmark(tmdbId) });
  }

  const buttons = (title: LibraryTitle) => (
    <>
      <RemoveButton title={title.title} onRemove={() => remove(title)} />
      <DragHandle
        title={title.title}
        onStep={(places) => step(title, places)}
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
            title={title}
            editing={isEditing ? buttons(title) : undefined}
            isDragged={title.tmdbId === draggedId}
          />
        )}
      />
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </Section>
  );
}
