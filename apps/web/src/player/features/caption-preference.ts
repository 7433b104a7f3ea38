import { bestTrack } from '../captions/track.ts';
import type { CaptionChoice } from './caption-choice.ts';
import type { CaptionsState } from '../state/state.ts';

const DEFAULT_LANGUAGE = 'en';

interface WishDesk {
  readonly now: () => CaptionsState;
  readonly set: (patch: Partial<CaptionsState>) => void;
  readonly choice: CaptionChoice;
  readonly search: () => Promise<void>;
}

export interface CaptionWish {
  readonly choose: (id: string | null) => Promise<void>;
  readonly toggle: () => void;
  /** There is something else to choose from than before. */
  readonly settle: () => void;
}

const isOn = ({ chosen, pending }: CaptionsState) => chosen !== null || pending !== null;

/** What the viewer wants, and what of it there is. */
export function createCaptionWish({ now, set, choice, search }: WishDesk): CaptionWish {
  async function choose(id: string | null): Promise<void> {
    const track = now().tracks.find((candidate) => candidate.id === id);
    set({ isWanted: track !== undefined });
    await choice.begin(track);
  }

  function trackFor(language: string | null) {
    const { tracks } = now();
    const again = tracks.find(({ id }) => id === choice.last());
    return again ?? (language === null ? undefined : bestTrack(tracks, language));
  }

  return {
    choose,
    toggle: () => {
      const { tracks, language } = now();
      if (isOn(now())) return void choose(null);
      const track = trackFor(language ?? DEFAULT_LANGUAGE) ?? tracks[0];
      if (track) void choose(track.id);
    },
    // What is gone ends; whoever wants captions gets them as soon as there are some.
    settle: () => {
      const { isWanted, language, tracks, failure, fromService, chosen } = now();
      if (chosen !== null && !tracks.some(({ id }) => id === chosen)) void choice.begin(undefined);
      if (!isWanted || isOn(now()) || failure) return;
      const track = trackFor(language);
      if (track) void choice.begin(track);
      else if (fromService && language !== null && now().search.at === 'idle') void search();
    },
  };
}
