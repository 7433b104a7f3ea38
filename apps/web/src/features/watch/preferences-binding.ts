import { captionStore, setCaptionLanguage } from '#data/preferences/captions.ts';
import { setVolume, volumeStore } from '#data/preferences/volume.ts';
import type { Player } from '#player/store/player.ts';

/** The volume that the last film was left at. */
export const rememberedVolume = (): number => volumeStore.getState().volume;

export const areCaptionsOn = (): boolean => captionStore.getState().enabled;

/** What the viewer changes while a film plays is remembered for the next one. */
export function bindPreferences(player: Player): () => void {
  const { lastSelectedLanguage } = captionStore.getState();
  player.store.setState(({ captions }) => ({
    captions: { ...captions, language: lastSelectedLanguage },
  }));
  return player.store.subscribe(({ media, captions }, before) => {
    if (media.volume !== before.media.volume) setVolume(media.volume);
    if (captions.chosen === before.captions.chosen || captions.pending !== null) return;
    const languageOf = (id: string | null) =>
      captions.tracks.find((track) => track.id === id)?.language;
    const language = languageOf(captions.chosen);
    // Captions that went away with their stream were not switched off by anybody.
    const wasSwitchedOff = languageOf(before.captions.chosen) !== undefined;
    if (language !== undefined || wasSwitchedOff) setCaptionLanguage(language ?? null);
  });
}

/** A stream begins with captions in the language that was chosen last, if they were on. */
export function restoreCaptions(player: Player): void {
  const { enabled, lastSelectedLanguage } = captionStore.getState();
  const { tracks, pending } = player.store.getState().captions;
  const track = tracks.find(({ language }) => language === lastSelectedLanguage);
  if (enabled && track && pending === null) void player.chooseCaption(track.id);
}
