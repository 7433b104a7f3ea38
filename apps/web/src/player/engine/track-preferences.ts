import type { Engine, EngineReports } from './engine.ts';
import type { Steering, Wishes } from './source.ts';

export type Choosing = Pick<
  Engine,
  'chooseQuality' | 'chooseAudio' | 'preferAudio' | 'readCaption' | 'readSecondCaption'
>;

/** What is wanted of every source: the one that plays is told at once, those to come ask when they begin. */
export function createWishes(
  reports: EngineReports,
  steering: () => Steering | undefined,
): { readonly now: () => Wishes; readonly choosing: Choosing } {
  let wishes: Wishes = { quality: 'auto', audioLanguage: undefined, caption: undefined };

  function set(patch: Partial<Wishes>) {
    wishes = { ...wishes, ...patch };
    reports.state({ qualityWish: wishes.quality, audioLanguage: wishes.audioLanguage });
  }

  return {
    now: () => wishes,
    choosing: {
      chooseQuality: (quality) => {
        set({ quality });
        steering()?.chooseQuality(quality);
      },
      chooseAudio: (id) => {
        const track = steering()?.chooseAudio(id);
        if (track) set({ audioLanguage: track.language ?? wishes.audioLanguage });
      },
      preferAudio: (audioLanguage) => set({ audioLanguage }),
      readCaption: (caption) => {
        wishes = { ...wishes, caption };
        steering()?.readCaption();
      },
      readSecondCaption: (secondCaption) => {
        wishes = { ...wishes, secondCaption };
        steering()?.readCaption();
      },
    },
  };
}
