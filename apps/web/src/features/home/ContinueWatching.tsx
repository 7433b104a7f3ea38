import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeProgress } from '#data/user-data/progress.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { offerUndo } from '#ui/undo-store.ts';
import type { LibraryTitle } from './library-titles.ts';
import { EditToggle, Section } from './Section.tsx';
import { ListCard, RemoveButton, TitleGrid } from './TitleGrid.tsx';
import styles from './HomeLists.module.css';

export function ContinueWatching({ titles }: { readonly titles: readonly LibraryTitle[] }) {
  const { t, i18n } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const list = t(($) => $.home.continueWatching.title);

  function remove({ tmdbId, title }: LibraryTitle) {
    const text = t(($) => $.cards.progressCleared, { title });
    offerUndo({ text, undo: removeProgress(tmdbId) });
  }

  return (
    <Section
      title={list}
      action={
        <>
          <ButtonLink
            kind="quiet"
            className={styles.link}
            to={paths.history}
            title={t(($) => $.header.history)}
            aria-label={t(($) => $.header.history)}
          >
            <History aria-hidden />
          </ButtonLink>
          <EditToggle list={list} isEditing={isEditing} onChange={setEditing} />
        </>
      }
    >
      <TitleGrid
        titles={titles}
        card={(title) => (
          <ListCard
            key={title.tmdbId}
            t={t}
            language={i18n.language}
            title={title}
            editing={
              isEditing ? <RemoveButton title={title} onRemove={() => remove(title)} /> : undefined
            }
          />
        )}
      />
    </Section>
  );
}
