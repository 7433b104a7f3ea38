import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';
import type { LibraryTitle } from '../continue-watching.ts';
import styles from './ListCard.module.css';

interface ListCardProps {
  /** The list's own: it listens to the language once for all of its cards. */
  readonly t: TFunction;
  readonly title: LibraryTitle;
  /** While the list is edited: the buttons over the card, which itself rests. */
  readonly editing?: ReactNode;
  readonly isDragged?: boolean;
}

/** A title of somebody's own list. */
export function ListCard({ t, title: item, editing, isDragged = false }: ListCardProps) {
  const { title, type, year, poster, episode, isReleased = true } = item;
  const badge =
    episode &&
    t(($) => $.media.episodeDisplay, { season: episode.season, episode: episode.number });
  const details = [
    t(($) => $.media.types[type]),
    ...(year ? [String(year)] : []),
    ...(isReleased ? [] : [t(($) => $.media.unreleased)]),
  ];
  const percentage = item.percentage === undefined ? undefined : Math.round(item.percentage);
  return (
    <div className={styles.item} data-title-id={item.tmdbId} data-dragged={isDragged}>
      <div className={styles.card} inert={editing !== undefined}>
        <Card
          title={title}
          poster={poster}
          details={details}
          badge={badge}
          progress={
            percentage === undefined
              ? undefined
              : { percentage, label: t(($) => $.media.watched, { percentage }) }
          }
          href={isReleased ? paths.media(item, episode) : undefined}
          subject={item}
        />
      </div>
      {editing !== undefined && <div className={styles.tools}>{editing}</div>}
    </div>
  );
}
