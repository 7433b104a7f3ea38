import { isFinished } from '@matinee/shared/media/progress';
import { useQuery } from '@tanstack/react-query';
import { Check, House, RotateCcw, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { collectionParts, titleDetails } from '#data/catalog/title-details.ts';
import type { Title } from '#data/catalog/title.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { rate, ratingOf, ratingsStore } from '#data/user-data/ratings.ts';
import { markWatched } from '#data/user-data/mark-watched.ts';
import { yearText } from '#i18n/formats.ts';
import { paths } from '#paths.ts';
import { ControlsArea } from '#player/ui/controls/ControlsArea.tsx';
import { isNextDue, isNextNear } from '#player/state/selectors.ts';
import { usePlayer, usePlayerState } from '#player/use-player.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { StarRating } from '#ui/StarRating.tsx';
import styles from './MovieEnd.module.css';

const MAX_TITLES = 4;

/** Suggests titles at the end of a movie or of the last episode. Can be dismissed to see the credits. */
export function MovieEnd({ meta }: { readonly meta: PlaybackMeta }) {
  const isNear = usePlayerState(isNextNear);
  const isOver = usePlayerState(isNextDue);
  const [isDismissed, setDismissed] = useState(false);
  const { i18n } = useTranslation();
  const { language } = catalogLocale(i18n.language);
  const details = titleDetails(meta.type, meta.tmdbId, language);
  const { data } = useQuery({ ...details, enabled: isNear });
  const collectionId = isNear ? data?.collectionId : undefined;
  const { data: parts = [] } = useQuery(collectionParts(collectionId, language));
  // Shown again after seeking back.
  if (!isNear && isDismissed) setDismissed(false);
  if (!isOver || isDismissed) return null;
  const partIndex = parts.findIndex(({ tmdbId }) => tmdbId === meta.tmdbId);
  const nextPart = partIndex === -1 ? undefined : parts[partIndex + 1];
  const similar = data?.similar.filter(
    ({ isReleased, tmdbId }) => isReleased && tmdbId !== nextPart?.tmdbId,
  );
  const titles = [...(nextPart ? [nextPart] : []), ...(similar ?? [])];
  return (
    <Panel
      meta={meta}
      titles={titles.slice(0, MAX_TITLES)}
      nextPart={nextPart}
      onDismiss={() => setDismissed(true)}
    />
  );
}

interface PanelProps {
  readonly meta: PlaybackMeta;
  /** Titles to watch next: the next part of a collection first. */
  readonly titles: readonly Title[];
  readonly nextPart: Title | undefined;
  readonly onDismiss: () => void;
}

function Panel({ meta, titles, nextPart, onDismiss }: PanelProps) {
  const { t } = useTranslation();
  const { seek, play } = usePlayer();
  const id = useId();
  const hasEnded = usePlayerState(({ phase }) => phase === 'ended');
  const hasTitles = titles.length > 0;
  const panelRef = useRef<HTMLElement>(null);
  const focusedRef = useRef<HTMLElement>(undefined);
  const dismiss = useEffectEvent(onDismiss);

  // Runs again when the titles arrive after the end.
  useEffect(() => {
    const panel = panelRef.current;
    if (hasEnded && panel) focusedRef.current = takeFocus(panel, focusedRef.current);
  }, [hasEnded, hasTitles]);
  // A listener instead of onKeyDown, because the element has no interactive role.
  useEffect(() => {
    const panel = panelRef.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      dismiss();
    };
    panel?.addEventListener('keydown', onKey);
    return () => panel?.removeEventListener('keydown', onKey);
  }, []);

  return (
    <ControlsArea className={styles.place}>
      <section ref={panelRef} className={styles.panel} aria-labelledby={id}>
        <header className={styles.header}>
          <h2 id={id} className={styles.title}>
            {t(($) => $.watch.end[hasTitles ? 'title' : 'theEnd'])}
          </h2>
          <IconButton label={t(($) => $.actions.close)} onClick={onDismiss}>
            <X aria-hidden />
          </IconButton>
        </header>
        {hasTitles && (
          <ul className={styles.row}>
            {titles.map((title) => (
              <li key={title.tmdbId} className={styles.cell}>
                <NextCard title={title} isNextPart={title === nextPart} />
              </li>
            ))}
          </ul>
        )}
        <Rating meta={meta} />
        <div className={styles.buttons}>
          <Button
            kind="primary"
            onClick={() => {
              seek(0);
              play();
            }}
          >
            <RotateCcw aria-hidden />
            {t(($) => $.player.replay)}
          </Button>
          <ButtonLink to={paths.home}>
            <House aria-hidden />
            {t(($) => $.notFound.goHome)}
          </ButtonLink>
          <MarkWatched meta={meta} />
        </div>
      </section>
    </ControlsArea>
  );
}

/** Takes the focus for remote controls and keyboards, unless a control is in use. `before` is where it was put last. */
function takeFocus(panel: HTMLElement, before: HTMLElement | undefined): HTMLElement | undefined {
  const { activeElement, body } = panel.ownerDocument;
  const isFree =
    activeElement === body || activeElement === before || activeElement?.contains(panel) === true;
  if (!isFree) return undefined;
  const first = panel.querySelector<HTMLElement>('a[href], li button') ?? undefined;
  first?.focus();
  return first;
}

interface NextCardProps {
  readonly title: Title;
  readonly isNextPart: boolean;
}

function NextCard({ title, isNextPart }: NextCardProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const href = paths.media(title);
  const year = title.year === undefined ? [] : [yearText(title.year, i18n.language)];
  return (
    <Card
      title={title.title}
      poster={title.poster}
      details={isNextPart ? [t(($) => $.watch.end.nextInCollection)] : year}
      href={href}
      onFollow={() => void navigate(href)}
    />
  );
}

function Rating({ meta }: { readonly meta: PlaybackMeta }) {
  const { t } = useTranslation();
  const rating = useStore(ratingsStore, ratingOf(meta));
  return (
    <StarRating
      label={t(($) => $.ratings.title)}
      rating={rating}
      onRate={(points) => rate(meta, points)}
      starsLabel={(count) => t(($) => $.ratings.stars, { count })}
      clearLabel={t(($) => $.ratings.clear)}
    />
  );
}

/** Needed for streams that run longer than the movie. Usually, the end already marks the movie. */
function MarkWatched({ meta }: { readonly meta: PlaybackMeta }) {
  const { t } = useTranslation();
  const isWatched = useStore(progressStore, ({ items }) => {
    const item = items[meta.tmdbId];
    const watched = meta.type === 'movie' ? item : item?.episodes[meta.episode.tmdbId];
    return watched?.progress !== undefined && isFinished(watched.progress);
  });
  if (isWatched) return null;
  return (
    <Button onClick={() => markWatched(meta, undefined)}>
      <Check aria-hidden />
      {t(($) => $.cards.markWatched)}
    </Button>
  );
}
