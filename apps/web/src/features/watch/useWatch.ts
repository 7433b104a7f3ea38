import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Stream } from '@matinee/shared/media/stream';
import type { PlaybackMeta, ShowMeta } from '#data/catalog/details.ts';
import { watchedSeconds } from '#data/user-data/progress.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import type { Player } from '#player/player.ts';
import {
  createScrapeAhead,
  playTitle,
  playTitleDeps,
  type PlayOptions,
  type PlayTitleDeps,
} from './play-title.ts';
import { scrapeMedia } from '#data/streams/scrape.ts';
import { areCaptionsOn } from './persist-preferences.ts';
import { createPlaybackSession } from './playback-session.ts';
import {
  canonicalRoute,
  isSameRoute,
  parseStartTime,
  routePath,
  type WatchRoute,
} from './watch-title.ts';
import type { PickedStream } from './sources/source-picker.ts';
import { useFailover, type OtherStreamsDeps } from './sources/useFailover.ts';
import {
  remainingSources,
  resolving,
  SKIPPED,
  unansweredSources,
  watchReducer,
  type FoundStream,
  type TitleSearch,
  type WatchState,
} from './watch-machine.ts';

export interface WatchControls {
  readonly state: WatchState;
  /** Searches all sources again. */
  readonly retry: () => void;
  /** Continues at the same position with a source that was not tried yet. */
  readonly tryNextSource: (failed: FoundStream) => void;
  /** Replaces a stream that is being retried. */
  readonly skipSource: () => void;
  readonly dismissFailover: () => void;
  /** Searches only the sources that have not responded "not found". */
  readonly searchUnanswered: (search: TitleSearch) => void;
  /** Plays a manually chosen stream at the same position. */
  readonly switchTo: (result: PickedStream) => void;
  /** Searches for an unreleased title. */
  readonly searchAnyway: () => void;
  /** Plays another episode from its beginning. */
  readonly goTo: (episode: ShowMeta) => void;
  /** Starts searching for an episode while the current one plays. */
  readonly searchAhead: (episode: ShowMeta) => void;
}

/** Finds and plays the title of the route; leaving the route stops both. */
export function useWatch(
  route: WatchRoute,
  player: Player,
  deps: PlayTitleDeps & OtherStreamsDeps = playTitleDeps,
): WatchControls {
  const { slug, seasonId, episodeId } = route;
  const [state, dispatch] = useReducer(watchReducer, resolving);
  const { options, playAgain, playFromStart } = usePlayOptions(route, state);
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const startParam = searchParams.get('t');
  const file = searchParams.get('file') ?? undefined;
  const [session] = useState(() => createPlaybackSession(player));
  const [ahead] = useState(() => createScrapeAhead(deps.scrape));

  function startPlayback(meta: PlaybackMeta, stream: Stream) {
    const startAt = options.startAt ?? parseStartTime(startParam) ?? watchedSeconds(meta);
    const onFailure = (error: PlaybackError) => dispatch({ type: 'playbackFailed', error });
    const onSilence = (codec: string) =>
      dispatch({ type: 'nextRequested', error: soundNotDecoded(codec) });
    session.play({ meta, stream, startAt, onFailure, onSilence });
  }

  const play = useEffectEvent(startPlayback);
  const redirect = useEffectEvent((meta: PlaybackMeta) => {
    const pathname = routePath(canonicalRoute(slug, meta));
    void navigate({ pathname, search: preservedSearch(searchParams) }, { replace: true });
  });

  useEffect(() => {
    const here: WatchRoute = { slug, seasonId, episodeId };
    const lifetime = new AbortController();
    void playTitle(
      { route: here, file, options, signal: lifetime.signal },
      {
        onEvent: dispatch,
        prepare: () => prepare(player),
        redirect: (meta) => redirect(meta),
        play: (meta, stream) => play(meta, stream),
      },
      { ...deps, scrape: ahead.scrape },
    );
    return () => {
      lifetime.abort();
      session.clear();
    };
  }, [slug, seasonId, episodeId, file, options, startParam, player, session, ahead, deps]);

  useEffect(() => ahead.stop, [ahead]);

  useFailover(state, { dispatch, session, deps });

  const startAt = () => failedPosition(player) ?? options.startAt;
  const routeOf = (episode: ShowMeta) => canonicalRoute(slug, episode);
  return {
    state,
    retry: () => playAgain({ ...options, only: undefined, isFresh: true, startAt: startAt() }),
    tryNextSource: (failed) => {
      const only = remainingSources(failed);
      playAgain({ ...options, only, isFresh: false, startAt: startAt() });
    },
    searchUnanswered: (search) =>
      playAgain({ ...options, only: unansweredSources(search), isFresh: true }),
    switchTo: (result) => {
      // Runs before playing: the stream may fail at once, and its error belongs to the new state.
      dispatch({ type: 'switched', ...result });
      if (state.at === 'notFound') startPlayback(state.meta, result.stream);
      else session.switchTo(result.stream);
    },
    skipSource: () => dispatch({ type: 'nextRequested', error: SKIPPED }),
    dismissFailover: () => dispatch({ type: 'failoverDismissed' }),
    searchAnyway: () => playAgain({ ...options, evenUnreleased: true }),
    goTo: (episode) => {
      const next = routeOf(episode);
      if (isSameRoute(next, route)) return;
      playFromStart(next);
      void navigate(routePath(next));
    },
    searchAhead: (episode) => ahead.start(scrapeMedia(episode), sourceOf(state)),
  };
}

const sourceOf = (state: WatchState): string | undefined =>
  'sourceId' in state ? state.sourceId : undefined;

const soundNotDecoded = (codec: string): PlaybackError => ({
  type: 'htmlvideo',
  errorName: 'SoundNotDecoded',
  key: 'errorNoSound',
  codec,
});

/** The parameters that survive a redirect: chosen file, start time, open overlay, open error details. */
function preservedSearch(search: URLSearchParams): string {
  const [file, start, overlay] = [search.get('file'), search.get('t'), search.get('r')];
  const parts = [
    file === null ? [] : `file=${encodeURIComponent(file)}`,
    parseStartTime(start) === undefined ? [] : `t=${start}`,
    overlay === null ? [] : `r=${encodeURIComponent(overlay)}`,
    search.get('m') === 'error' ? 'm=error' : [],
  ].flat();
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** The position at which a failed stream stopped. */
function failedPosition({ store }: Player): number | undefined {
  const { phase, media } = store.getState();
  return phase === 'failed' && media.hasPlayed ? media.time : undefined;
}

function prepare(player: Player): void {
  player.prepare();
  if (areCaptionsOn()) void import('#player/captions/parse.ts');
}

/** Options for playing the route. A new options object starts a new run. */
function usePlayOptions(route: WatchRoute, state: WatchState) {
  const [current, setCurrent] = useState<{ route: WatchRoute; options: PlayOptions }>({
    route,
    options: {},
  });
  /** The next route to play from its beginning, whatever its stored progress. */
  const [restarted, setRestarted] = useState<WatchRoute>();
  if (!isSameRoute(current.route, route)) {
    const isSameTitle = current.route.slug === route.slug;
    const prefer = isSameTitle ? sourceOf(state) : undefined;
    const startAt = restarted && isSameRoute(restarted, route) ? 0 : undefined;
    setCurrent({ route, options: { prefer, startAt } });
    setRestarted(undefined);
  }
  return {
    options: current.options,
    playAgain: (options: PlayOptions) => setCurrent({ route, options }),
    playFromStart: setRestarted,
  };
}
