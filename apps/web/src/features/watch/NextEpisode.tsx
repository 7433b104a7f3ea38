import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ShowMeta } from '#data/catalog/details.ts';
import { playbackStore } from '#data/preferences/playback.ts';
import { ControlsArea } from '#player/ui/controls/ControlsArea.tsx';
import { isNextDue, isNextNear, isNextOffered, secondsToNext } from '#player/state/selectors.ts';
import { usePlayer, usePlayerState } from '#player/use-player.ts';
import { Button } from '#ui/Button.tsx';
import { MovieEnd } from './MovieEnd.tsx';
import styles from './NextEpisode.module.css';
import { onceWhen } from './when-first.ts';
import { subtitle } from './page-title.ts';
import { StillWatching } from './StillWatching.tsx';
import type { Unattended } from './unattended.ts';
import { useAutoplay } from './useAutoplay.ts';
import { useAdjacentEpisodes } from './useAdjacentEpisodes.ts';
import type { WatchControls } from './useWatch.ts';

interface NextEpisodeProps {
  readonly meta: ShowMeta;
  readonly journey: Pick<WatchControls, 'goTo' | 'lookAhead'>;
  readonly unattended: Unattended;
}

/** What comes after an episode: looked for ahead of time, offered near the end, begun by itself where that is wanted. */
export function NextEpisode({ meta, journey, unattended }: NextEpisodeProps) {
  const player = usePlayer();
  const next = useAdjacentEpisodes(meta, journey.goTo);
  const [isDismissed, setDismissed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const mayAsk = useStore(playbackStore, ({ enableStillWatching }) => enableStillWatching);
  const isAutomatic = useAutoplay() && !isDismissed;
  const isOffered = usePlayerState(isNextOffered) && !isDismissed;
  const nextId = next?.episode.tmdbId;
  const prepare = useEffectEvent(() => next && journey.lookAhead(next));
  const go = useEffectEvent(() => {
    if (!next) return;
    if (unattended.episodeEnded() && mayAsk) {
      player.pause();
      setAsking(true);
    } else journey.goTo(next);
  });

  useEffect(
    () => (nextId === undefined ? undefined : onceWhen(player, isNextNear, () => prepare())),
    [player, nextId],
  );
  useEffect(
    () =>
      nextId === undefined || !isAutomatic ? undefined : onceWhen(player, isNextDue, () => go()),
    [player, nextId, isAutomatic],
  );

  if (!next) return <MovieEnd meta={meta} />;
  if (isAsking) {
    return (
      <StillWatching
        onGoOn={() => journey.goTo(next)}
        onStop={() => {
          setAsking(false);
          setDismissed(true);
        }}
      />
    );
  }
  if (!isOffered) return null;
  return (
    <Offer
      next={next}
      isOtherSeason={next.season.number !== meta.season.number}
      isAutomatic={isAutomatic}
      onGo={() => journey.goTo(next)}
      onCancel={() => setDismissed(true)}
    />
  );
}

interface OfferProps {
  readonly next: ShowMeta;
  readonly isOtherSeason: boolean;
  readonly isAutomatic: boolean;
  readonly onGo: () => void;
  readonly onCancel: () => void;
}

function Offer({ next, isOtherSeason, isAutomatic, onGo, onCancel }: OfferProps) {
  const { t } = useTranslation();
  const { play } = usePlayer();
  const hasEnded = usePlayerState(({ phase }) => phase === 'ended');
  const label = t(($) => (isOtherSeason ? $.watch.next.season : $.watch.next.episode));
  const name = subtitle(next);
  return (
    <ControlsArea className={styles.place}>
      <div className={styles.card} role="group" aria-label={label}>
        <p className={styles.label}>
          {label}
          {isAutomatic && <Countdown />}
        </p>
        <p className={styles.title} title={name}>
          <bdi>{name}</bdi>
        </p>
        <div className={styles.buttons}>
          <Button kind="primary" aria-keyshortcuts="Shift+N" onClick={onGo}>
            {t(($) => $.watch.next.play)}
          </Button>
          {hasEnded ? (
            <Button onClick={play}>{t(($) => $.watch.next.replay)}</Button>
          ) : (
            <Button onClick={onCancel}>{t(($) => $.watch.next.cancel)}</Button>
          )}
        </div>
      </div>
    </ControlsArea>
  );
}

const LONGEST_COUNTDOWN = 30;

/** Only the part that ticks is drawn each second. */
function Countdown() {
  const { t } = useTranslation();
  const seconds = usePlayerState(secondsToNext);
  if (seconds > LONGEST_COUNTDOWN) return null;
  return <span className={styles.countdown}>{t(($) => $.watch.next.in, { seconds })}</span>;
}
