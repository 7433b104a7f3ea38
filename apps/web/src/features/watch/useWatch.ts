import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Stream } from '@matinee/shared/media/stream';
import type { PlaybackMeta, ShowMeta } from '#data/catalog/details.ts';
import { watchedSeconds } from '#data/user-data/progress.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import type { Player } from '#player/player.ts';
import { headStart, setOut } from './head-start.ts';
import type { Attempt, JourneyDeps } from './play-title.ts';
import { journeyDeps } from './play-title-deps.ts';
import type { OtherStreamsDeps } from './other-streams.ts';
import { canonicalPlace, placePath, samePlace, type Place } from './route-params.ts';
import { createStage } from './playback-session.ts';
import { areCaptionsOn } from './persist-preferences.ts';
import { useFailover } from './useFailover.ts';
import type { Catch } from './source-picker.ts';
import { parseStartTime } from './start-time.ts';
import {
  resolving,
  SKIPPED,
  sourcesLeft,
  sourcesUnanswered,
  watch,
  type Found,
  type Looked,
  type Watch,
} from './watch-machine.ts';

export interface WatchControls {
  readonly state: Watch;
  /** All sources again. */
  readonly retry: () => void;
  /** Goes on, at the second where the stream broke, with the sources that were not tried. */
  readonly tryNextSource: (failed: Found) => void;
  /** Does not wait for a stream that is being tried again, and searches the other sources for one. */
  readonly skipSource: () => void;
  /** The notice of another source has been read. */
  readonly dismissFailover: () => void;
  /** Of a search that found nothing only those who have not said no. */
  readonly tryUnanswered: (lost: Looked) => void;
  /** The viewer has chosen another source: its stream goes on at the same second. */
  readonly switchTo: (found: Catch) => void;
  readonly lookAnyway: () => void;
  /** Another episode, from its beginning. */
  readonly goTo: (episode: ShowMeta) => void;
  /** Asks the sources for another episode while this one still plays. */
  readonly lookAhead: (episode: ShowMeta) => void;
}

/** Runs the journey of a place; one signal ends everything that it started. */
export function useWatch(
  place: Place,
  player: Player,
  deps: JourneyDeps & OtherStreamsDeps = journeyDeps,
): WatchControls {
  const { slug, seasonId, episodeId } = place;
  const [state, dispatch] = useReducer(watch, resolving);
  const { attempt, again, setFresh } = useVisit(place, state);
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const startParam = searchParams.get('t');
  const [stage] = useState(() => createStage(player));

  function begin(meta: PlaybackMeta, stream: Stream) {
    const startAt = attempt.startAt ?? parseStartTime(startParam) ?? watchedSeconds(meta);
    const onFailure = (error: PlaybackError) => dispatch({ type: 'playbackFailed', error });
    const onSilence = (codec: string) => dispatch({ type: 'nextWanted', error: noSound(codec) });
    stage.play({ meta, stream, startAt, onFailure, onSilence });
  }

  const play = useEffectEvent(begin);
  const kept = useEffectEvent(() => keptOf(searchParams));

  useEffect(() => {
    const here: Place = { slug, seasonId, episodeId };
    const departure = headStart.take(here) ?? setOut(here, attempt, deps);
    departure.join({
      tell: dispatch,
      prepare: () => prepare(player),
      redirect: (meta) => {
        const pathname = placePath(canonicalPlace(slug, meta));
        void navigate({ pathname, search: kept() }, { replace: true });
      },
      play: (meta, stream) => play(meta, stream),
    });
    return () => {
      departure.cancel();
      stage.clear();
    };
  }, [slug, seasonId, episodeId, attempt, startParam, player, stage, navigate, deps]);

  useFailover(state, { dispatch, stage, deps });

  const startAt = () => brokenAt(player) ?? attempt.startAt;
  return {
    state,
    retry: () => again({ ...attempt, only: undefined, startAt: startAt() }),
    tryNextSource: (failed) => again({ ...attempt, only: sourcesLeft(failed), startAt: startAt() }),
    tryUnanswered: (lost) => again({ ...attempt, only: sourcesUnanswered(lost) }),
    switchTo: (found) => {
      const { stream } = found;
      // Said first: the stream may fail at once, which is told of something that plays.
      dispatch({ type: 'switched', ...found });
      if (state.at === 'notFound') begin(state.meta, stream);
      else stage.switchTo(stream);
    },
    skipSource: () => dispatch({ type: 'nextWanted', error: SKIPPED }),
    dismissFailover: () => dispatch({ type: 'failoverSeen' }),
    lookAnyway: () => again({ ...attempt, evenUnreleased: true }),
    ...otherEpisodes({ place, state, navigate, setFresh }),
  };
}

const noSound = (codec: string): PlaybackError => ({
  type: 'htmlvideo',
  errorName: 'SoundNotDecoded',
  key: 'errorNoSound',
  codec,
});

interface Here {
  readonly place: Place;
  readonly state: Watch;
  readonly navigate: (path: string) => unknown;
  readonly setFresh: (place: Place) => void;
}

function otherEpisodes(here: Here): Pick<WatchControls, 'goTo' | 'lookAhead'> {
  const { place, state } = here;
  const placeOf = (episode: ShowMeta) => canonicalPlace(place.slug, episode);
  return {
    goTo: (episode) => {
      const there = placeOf(episode);
      if (samePlace(there, place)) return;
      here.setFresh(there);
      here.navigate(placePath(there));
    },
    lookAhead: (episode) => {
      const prefer = 'sourceId' in state ? state.sourceId : undefined;
      headStart.begin(placePath(placeOf(episode)), { prefer });
    },
  };
}

/** Parameters of the address: the start time, the open overlay, and whether error details are shown. */
function keptOf(search: URLSearchParams): string {
  const [start, overlay] = [search.get('t'), search.get('r')];
  const parts = [
    parseStartTime(start) === undefined ? [] : `t=${start}`,
    overlay === null ? [] : `r=${encodeURIComponent(overlay)}`,
    search.get('m') === 'error' ? 'm=error' : [],
  ].flat();
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** A film that broke goes on at the second where it did. */
function brokenAt({ store }: Player): number | undefined {
  const { phase, media } = store.getState();
  return phase === 'failed' && media.hasPlayed ? media.time : undefined;
}

function prepare(player: Player): void {
  player.prepare();
  if (areCaptionsOn()) void import('#player/captions/parse.ts');
}

interface Visit {
  readonly place: Place;
  readonly attempt: Attempt;
}

/** Another episode is looked for first where this one was found. */
function useVisit(place: Place, state: Watch) {
  const [visit, setVisit] = useState<Visit>({ place, attempt: {} });
  /** To be begun anew, however far it has been watched. */
  const [fresh, setFresh] = useState<Place>();
  if (!samePlace(visit.place, place)) {
    const isSameTitle = visit.place.slug === place.slug;
    const prefer = isSameTitle && 'sourceId' in state ? state.sourceId : undefined;
    const startAt = fresh && samePlace(fresh, place) ? 0 : undefined;
    setVisit({ place, attempt: { prefer, startAt } });
    setFresh(undefined);
  }
  const again = (attempt: Attempt) => setVisit({ place, attempt });
  return { attempt: visit.attempt, again, setFresh };
}
