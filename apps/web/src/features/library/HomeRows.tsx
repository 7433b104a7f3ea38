import type { LibraryEntry, LibrarySort } from '@matinee/shared/contract/library';
import { useQuery } from '@tanstack/react-query';
import { useContext, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { libraryPage, libraryPoster, libraryTitle } from '#data/catalog/library.ts';
import { sessionStore } from '#data/session.ts';
import { yearText } from '#i18n/formats.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';
import { CardActionsContext } from '#ui/card-actions.ts';
import { Carousel } from '#ui/Carousel.tsx';
import styles from './HomeRows.module.css';

const MAX_TITLES = 30;

/** Rows for the home page. Hidden while the library is empty, unreachable or closed to this visitor. */
export function HomeRows() {
  const { t } = useTranslation();
  const actions = useContext(CardActionsContext);
  return (
    // All cards here belong to the library, so none needs the library mark.
    <CardActionsContext value={actions && { ...actions, Mark: undefined }}>
      <LibraryRow name={t(($) => $.library.recentlyAdded)} sort="added" />
      <LibraryRow name={t(($) => $.library.homeRow)} sort="rating" />
    </CardActionsContext>
  );
}

interface LibraryRowProps {
  readonly name: string;
  readonly sort: LibrarySort;
}

function LibraryRow({ name, sort }: LibraryRowProps) {
  const { t } = useTranslation();
  const id = useId();
  // Another account may see more.
  useStore(sessionStore, ({ account }) => account?.userId);
  const { data } = useQuery(libraryPage({ sort }, 0));
  if (!data || data.total === 0) return null;
  return (
    <section className={styles.row} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {name}
        </h2>
        <Link className={styles.all} to={paths.library}>
          {t(($) => $.library.seeAll)}
        </Link>
      </div>
      <Carousel
        items={data.titles.slice(0, MAX_TITLES)}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        card={(entry, tabIndex) => <RowCard entry={entry} tabIndex={tabIndex} />}
        labelledBy={id}
        labels={{
          back: t(($) => $.discover.back, { row: name }),
          forward: t(($) => $.discover.forward, { row: name }),
        }}
      />
    </section>
  );
}

interface RowCardProps {
  readonly entry: LibraryEntry;
  readonly tabIndex: 0 | -1;
}

function RowCard({ entry, tabIndex }: RowCardProps) {
  const { t, i18n } = useTranslation();
  const title = libraryTitle(entry);
  const { type, year } = title;
  const kind =
    entry.section === 'videos' ? t(($) => $.library.video) : t(($) => $.media.types[type]);
  return (
    <Card
      title={title.title}
      poster={libraryPoster(entry)}
      details={[kind, ...(year ? [yearText(year, i18n.language)] : [])]}
      subject={title}
      href={paths.media(title)}
      tabIndex={tabIndex}
    />
  );
}
