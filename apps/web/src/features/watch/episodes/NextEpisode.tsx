import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondsText } from '#i18n/units.ts';
import { useStore } from 'zustand';
import { config } from '#config.ts';
import type { ShowMeta } from '#data/catalog/details.ts';
import { playbackStore } from '#data/preferences/playback.ts';
import { sessionStore } from '#data/session.ts';
import { fetchExtensionStatus } from '#data/streams/extension/status.ts';
import type { Player } from '#player/player.ts';
import { isNextDue, isNextNear, isNextOffered, secondsToNext } from '#player/state/selectors.ts';
import type { PlayerState } from '#player/state/state.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { ControlsArea } from '#player/ui/controls/ControlsArea.tsx';
import { attachFloatingCard } from '#player/ui/controls/floating-card.ts';
import { usePlayer, usePlayerState } from '#player/use-player.ts';
import { Button } from '#ui/Button.tsx';
import { MovieEnd } from './MovieEnd.tsx';
import { subtitle } from '../watch-title.ts';
import { StillWatching, type InactivityCounter } from './StillWatching.tsx';
import { useAdjacentEpisodes } from './next-episode.ts';
import { useShownMeta } from '../useShownMeta.ts';
import type { WatchControls } from '../useWatch.ts';
import styles from './NextEpisode.module.css';

interface NextEpisodeProps {
  readonly meta: ShowMeta;
  readonly watch: Pick<WatchControls, 'goTo' | 'searchAhead'>;
  readonly inactivity: InactivityCounter;
}

/** Searches for the next episode early, offers it near the end, and starts it with autoplay. */
export function NextEpisode({ meta, watch, inactivity }: NextEpisodeProps) {
  const player = usePlayer();
  const next = useAdjacentEpisodes(meta, watch.goTo);
  const [isDismissed, setDismissed] = useState(false);
  const [isPromptOpen, setPromptOpen] = useState(false);
  const isPromptEnabled = useStore(playbackStore, ({ enableStillWatching }) => enableStillWatching);
  const isAutomatic = useAutoplay() && !isDismissed;
  const isOffered = usePlayerState(isNextOffered) && !isDismissed;
  const nextId = next?.episode.tmdbId;
  const prepare = useEffectEvent(() => next && watch.searchAhead(next));
  const go = useEffectEvent(() => {
    if (!next) return;
    if (inactivity.episodeEnded() && isPromptEnabled) {
      player.pause();
      setPromptOpen(true);
    } else watch.goTo(next);
  });

  useEffect(
    () => (nextId === undefined ? undefined : whenFirst(player, isNextNear, () => prepare())),
    [player, nextId],
  );
  useEffect(
    () =>
      nextId === undefined || !isAutomatic ? undefined : whenFirst(player, isNextDue, () => go()),
    [player, nextId, isAutomatic],
  );

  if (!next) return <MovieEnd meta={meta} />;
  if (isPromptOpen) {
    return (
      <StillWatching
        onContinue={() => watch.goTo(next)}
        onStop={() => {
          setPromptOpen(false);
          setDismissed(true);
        }}
      />
    );
  }
  if (!isOffered) return null;
  return (
    <NextEpisodeCard
      next={next}
      isOtherSeason={next.season.number !== meta.season.number}
      isAutomatic={isAutomatic}
      onGo={() => watch.goTo(next)}
      onCancel={() => setDismissed(true)}
    />
  );
}

interface NextEpisodeCardProps {
  readonly next: ShowMeta;
  readonly isOtherSeason: boolean;
  readonly isAutomatic: boolean;
  readonly onGo: () => void;
  readonly onCancel: () => void;
}

function NextEpisodeCard(props: NextEpisodeCardProps) {
  const { next, isOtherSeason, isAutomatic, onGo, onCancel } = props;
  const { t, i18n } = useTranslation();
  const player = usePlayer();
  const cardRef = useRefEffect(attachFloatingCard, player);
  const hasEnded = usePlayerState(({ phase }) => phase === 'ended');
  const label = t(($) => (isOtherSeason ? $.watch.next.season : $.watch.next.episode));
  const name = subtitle(useShownMeta(next) ?? next, t, i18n.language);
  return (
    <ControlsArea className={styles.place}>
      <div ref={cardRef} className={styles.card} role="group" aria-label={label} data-focus-start>
        <p className={styles.label}>
          {label}
          {isAutomatic && <Countdown />}
        </p>
        <p className={styles.title} title={name}>
          {name}
        </p>
        <div className={styles.buttons}>
          <Button kind="primary" aria-keyshortcuts="Shift+N" onClick={onGo}>
            {t(($) => $.watch.next.play)}
          </Button>
          {hasEnded ? (
            <Button onClick={player.play}>{t(($) => $.player.replay)}</Button>
          ) : (
            <Button onClick={onCancel}>{t(($) => $.actions.cancel)}</Button>
          )}
        </div>
      </div>
    </ControlsArea>
  );
}

const MAX_COUNTDOWN_SECONDS = 30;

/** A separate component, because it renders every second. */
function Countdown() {
  const { t, i18n } = useTranslation();
  const seconds = usePlayerState(secondsToNext);
  if (seconds > MAX_COUNTDOWN_SECONDS) return null;
  const time = secondsText(seconds, i18n.language);
  return <span className={styles.countdown}>{t(($) => $.watch.next.in, { time })}</span>;
}

/** An operator may restrict autoplay to users with their own proxies or the extension. */
function useAutoplay(): boolean {
  const isEnabled = useStore(playbackStore, ({ enableAutoplay }) => enableAutoplay);
  const hasProxies = useStore(sessionStore, ({ proxySet }) => (proxySet ?? []).length > 0);
  const isAllowed = config.ALLOW_AUTOPLAY || hasProxies;
  const { data: extension = 'unknown' } = useQuery({
    queryKey: ['extension', 'status'],
    queryFn: ({ signal }) => fetchExtensionStatus(signal),
    enabled: isEnabled && !isAllowed,
    staleTime: Infinity,
  });
  return isEnabled && (isAllowed || extension !== 'unknown');
}

/** Runs `action` once, as soon as the player state matches. Returns a function that cancels. */
export function whenFirst(
  player: Pick<Player, 'store'>,
  matches: (state: PlayerState) => boolean,
  action: () => void,
): () => void {
  let isDone = false;
  const check = (state: PlayerState) => {
    if (isDone || !matches(state)) return;
    isDone = true;
    action();
  };
  check(player.store.getState());
  return player.store.subscribe(check);
}
