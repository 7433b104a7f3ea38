import { bestTrack, secondTracks } from '../../captions/track.ts';
import type { CaptionEntry } from '../../captions/track.ts';
import type { Engine } from '../../engine/engine.ts';
import { messageOf } from './list.ts';
import { createTextTrackLoader } from './loader.ts';
import type { CaptionFetchers } from './loader.ts';
import type { CaptionsAccess, SecondCaptionState } from './state.ts';

interface SecondTrackOptions extends CaptionsAccess {
  readonly fetchers: CaptionFetchers;
}

interface SecondTrack {
  readonly choose: (id: string | null) => Promise<void>;
  /** Applies the preference to a list that has changed. */
  readonly settle: () => void;
  readonly follow: (engine: Engine | undefined) => void;
  /** Ends the track and keeps the preference. */
  readonly end: () => void;
  readonly stop: () => void;
}

/** A second language at the top of the video. */
export function createSecondTrack({ now, set, fetchers }: SecondTrackOptions): SecondTrack {
  let current = new AbortController();
  const setSecond = (patch: Partial<SecondCaptionState>) =>
    set({ second: { ...now().second, ...patch } });
  const fail = (id: string, message: string) =>
    setSecond({ pending: null, failure: { id, message } });
  const loader = createTextTrackLoader(fetchers, {
    delay: 0,
    isSecond: true,
    onCues: () => undefined,
    onActive: (active) => setSecond({ active }),
    onFailure: (message) => {
      const id = now().second.chosen ?? '';
      end();
      fail(id, message);
    },
  });

  function restart(): AbortSignal {
    current.abort();
    current = new AbortController();
    return current.signal;
  }

  function end() {
    restart();
    loader.end();
    setSecond({ chosen: null, pending: null, failure: null });
  }

  async function begin(track: CaptionEntry): Promise<void> {
    const signal = restart();
    const isRetry = now().second.failure?.id === track.id;
    setSecond({ pending: track.id, failure: null });
    try {
      await loader.begin(track, signal, isRetry);
      if (!signal.aborted) setSecond({ chosen: track.id, pending: null });
    } catch (error) {
      if (!signal.aborted) fail(track.id, messageOf(error));
    }
  }

  return {
    choose: async (id) => {
      const track = now().tracks.find((candidate) => candidate.id === id);
      const language = track?.origin === 'file' ? null : track?.language;
      set({ secondLanguage: language ?? null });
      if (track) await begin(track);
      else end();
    },
    settle: () => {
      const { tracks, secondLanguage, second } = now();
      const { chosen, pending, failure } = second;
      if (chosen !== null && !tracks.some(({ id }) => id === chosen)) end();
      if (secondLanguage === null || chosen !== null || pending !== null || failure) return;
      const track = bestTrack(secondTracks(tracks, now().chosen), secondLanguage);
      if (track) void begin(track);
    },
    follow: loader.follow,
    end,
    stop: () => current.abort(),
  };
}
