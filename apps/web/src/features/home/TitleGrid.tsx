import type { TFunction } from 'i18next';
import { X } from 'lucide-react';
import { lazy, type MouseEvent, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { titleWithYear, yearText } from '#i18n/formats.ts';
import { loadChunk } from '#lib/chunk-load-error.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';
import { CardGrid, estimateGrid } from '#ui/CardGrid.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { LibraryTitle } from './library-titles.ts';
import styles from './HomeLists.module.css';

/** Longer lists are virtualized. */
const MAX_PLAIN_CARDS = 60;

/** Fills the window while the virtualized grid loads. */
function placeholderCount(): number {
  const { columns, rowHeight } = estimateGrid(innerWidth);
  return columns * Math.ceil(innerHeight / rowHeight);
}

const VirtualCardGrid = lazy(async () => {
  const { VirtualCardGrid: component } = await loadChunk(import('#ui/VirtualCardGrid.tsx'));
  return { default: component };
});

interface TitleGridProps {
  readonly titles: readonly LibraryTitle[];
  readonly card: (title: LibraryTitle) => ReactNode;
}

export function TitleGrid({ titles, card }: TitleGridProps) {
  if (titles.length <= MAX_PLAIN_CARDS) return <CardGrid>{titles.map(card)}</CardGrid>;
  const byId = new Map(titles.map((title) => [title.tmdbId, title]));
  const cardOf = (id: string) => {
    const title = byId.get(id);
    return title && card(title);
  };
  return (
    <Suspense fallback={<CardGrid>{titles.slice(0, placeholderCount()).map(card)}</CardGrid>}>
      <VirtualCardGrid ids={[...byId.keys()]} card={cardOf} />
    </Suspense>
  );
}

interface ListCardProps {
  /** Passed in, so that the list subscribes to the language once for all cards. */
  readonly t: TFunction;
  readonly language: string;
  readonly title: LibraryTitle;
  /** Buttons over the inert card while the list is edited. */
  readonly editing?: ReactNode;
  readonly isDragged?: boolean;
}

export function ListCard(props: ListCardProps) {
  const { t, language, title: item, editing, isDragged = false } = props;
  const { title, type, year, poster, episode, isReleased = true } = item;
  const badges = [
    ...(episode
      ? [t(($) => $.media.episodeDisplay, { season: episode.season, episode: episode.number })]
      : []),
    ...(isReleased ? [] : [t(($) => $.media.unreleased)]),
  ];
  const details = [t(($) => $.media.types[type]), ...(year ? [yearText(year, language)] : [])];
  const percentage = item.percentage === undefined ? undefined : Math.round(item.percentage);
  return (
    <div className={styles.item} data-title-id={item.tmdbId} data-dragged={isDragged}>
      <div className={styles.card} inert={editing !== undefined}>
        <Card
          title={title}
          poster={poster}
          details={details}
          badges={badges}
          progress={
            percentage === undefined
              ? undefined
              : { percentage, label: t(($) => $.media.watched, { share: percentage / 100 }) }
          }
          href={isReleased ? paths.media(item, episode) : undefined}
          subject={item}
        />
      </div>
      {editing !== undefined && <div className={styles.tools}>{editing}</div>}
    </div>
  );
}

interface RemoveButtonProps {
  readonly title: LibraryTitle;
  readonly onRemove: () => void;
}

export function RemoveButton({ title: { title, year }, onRemove }: RemoveButtonProps) {
  const { t, i18n } = useTranslation();
  const name = titleWithYear(title, year, i18n.language);

  function onClick({ currentTarget }: MouseEvent<HTMLElement>) {
    const cell = currentTarget.closest('li');
    const next = cell?.nextElementSibling ?? cell?.previousElementSibling;
    // Moves the focus before the card disappears, so that several titles can be removed in a row.
    next?.querySelector<HTMLElement>('[data-remove]')?.focus();
    onRemove();
  }

  return (
    <IconButton
      data-remove
      label={t(($) => $.home.lists.remove, { title: name })}
      onClick={onClick}
    >
      <X aria-hidden />
    </IconButton>
  );
}
