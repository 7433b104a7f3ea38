import { bestTrack, secondTracks } from '../../captions/track.ts';
import type { CaptionEntry } from '../../captions/track.ts';
import type { Engine } from '../../engine/engine.ts';
import { messageOf } from './list.ts';
import { createCaptionReader } from './loader.ts';
import type { CaptionLoader } from './loader.ts';
import type { CaptionsState, SecondCaptionState } from '../../state/state.ts';

interface SecondDesk {
  readonly now: () => CaptionsState;
  readonly set: (patch: Partial<CaptionsState>) => void;
  readonly load: CaptionLoader;
}

export interface SecondCaption {
  readonly choose: (id: string | null) => Promise<void>;
  /** There is something else to choose from than before. */
  readonly settle: () => void;
  readonly follow: (engine: Engine | undefined) => void;
  /** Until the next stream; what is wanted is kept. */
  readonly end: () => void;
  readonly stop: () => void;
}

/** A second track beside the first. */
export function createSecondCaption({ now, set, load }: SecondDesk): SecondCaption {
  let choice = new AbortController();
  const setSecond = (patch: Partial<SecondCaptionState>) =>
    set({ second: { ...now().second, ...patch } });
  const fail = (id: string, message: string) =>
    setSecond({ pending: null, failure: { id, message } });
  const reader = createCaptionReader(load, {
    delay: 0,
    isSecond: true,
    cues: () => undefined,
    due: (active) => setSecond({ active }),
    failed: (message) => {
      const id = now().second.chosen ?? '';
      end();
      fail(id, message);
    },
  });

  function anew(): AbortSignal {
    choice.abort();
    choice = new AbortController();
    return choice.signal;
  }

  function end() {
    anew();
    reader.end();
    setSecond({ chosen: null, pending: null, failure: null });
  }

  async function begin(track: CaptionEntry): Promise<void> {
    const signal = anew();
    const isAnew = now().second.failure?.id === track.id;
    setSecond({ pending: track.id, failure: null });
    try {
      await reader.begin(track, signal, isAnew);
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
    follow: reader.follow,
    end,
    stop: () => choice.abort(),
  };
}
