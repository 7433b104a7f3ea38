import { useEffect } from 'react';
import { startPlaybackReports, type PlaybackMoment } from '#data/streams/playback-report.ts';
import type { Resolution } from '#player/engine/engine.ts';
import type { Player } from '#player/player.ts';
import { isInFinalCredits } from '#player/state/selectors.ts';
import type { PlayerState } from '#player/state/state.ts';
import type { WatchState } from './watch-machine.ts';

/** Reports the stream that plays, and how it ended. */
export function useReportPlayback(state: WatchState, player: Player): void {
  const playing = state.at === 'playing' ? state : undefined;
  const { meta, stream, sourceId } = playing ?? {};
  useEffect(() => {
    if (!meta || !stream || sourceId === undefined) return undefined;
    const reports = startPlaybackReports({ meta, stream, sourceId });
    const unsubscribe = player.store.subscribe((now) => {
      // The player is emptied before the next stream.
      if (now.phase !== 'empty') reports.observe(momentOf(now));
    });
    const life = new AbortController();
    const { signal } = life;
    addEventListener('pagehide', reports.leave, { signal });
    // From the back-forward cache, the page returns with its player.
    addEventListener('pageshow', reports.comeBack, { signal });
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') reports.flush();
    };
    document.addEventListener('visibilitychange', onHidden, { signal });
    return () => {
      life.abort();
      unsubscribe();
      reports.leave();
    };
  }, [meta, stream, sourceId, player]);
}

/** From this fraction on, a viewer who stops misses little. */
const OVER_FROM = 0.9;

function momentOf(state: PlayerState): PlaybackMoment {
  const { media, phase, error } = state;
  const { time, duration, quality, original, bitRate } = media;
  const isNearEnd = Number.isFinite(duration) && duration > 0 && time >= duration * OVER_FROM;
  return {
    hasPlayed: media.hasPlayed,
    isPaused: media.paused,
    isOver: phase === 'ended' || isNearEnd || isInFinalCredits(state),
    error: phase === 'failed' ? (error?.key ?? error?.errorName ?? 'unknown') : undefined,
    time,
    height: quality && heightOf(quality),
    bitRate,
    isLowered: original !== undefined && quality !== undefined && quality !== original,
  };
}

function heightOf(quality: Resolution): number | undefined {
  const lines = quality === '4k' ? 2160 : Number(quality);
  return Number.isNaN(lines) ? undefined : lines;
}
