import i18next from 'i18next';
import {
  audioStore,
  castingStore,
  qualityStore,
  rememberCasting,
  setAudioLanguage,
  setNightMode,
  setQuality,
  setVolume,
  volumeStore,
} from '#data/preferences/player.ts';
import { config } from '#config.ts';
import { captionStore } from '#data/preferences/captions.ts';
import { playbackStore, setThumbnails, thumbnailChoice } from '#data/preferences/playback.ts';
import type { MediaState } from '#player/engine/engine.ts';
import { asQuality, isAutoQuality } from '#player/engine/resolution.ts';
import type { Player, PlayerOptions } from '#player/player.ts';
import { bindCaptions, rememberedCaptions } from './persist-captions.ts';

/** As loud as the last film was left, and as it was wanted. */
export function remembered(): Pick<
  PlayerOptions,
  'volume' | 'quality' | 'audioLanguage' | 'nightMode' | 'captions' | 'casting'
> {
  const { automaticQuality, automatic4k, lastChosenQuality } = qualityStore.getState().quality;
  const open = automatic4k ? 'auto-4k' : 'auto';
  return {
    volume: volumeStore.getState().volume,
    quality: automaticQuality ? open : (lastChosenQuality ?? open),
    // Who has never chosen hears the language of the interface, where the film speaks it.
    audioLanguage: audioStore.getState().lastSelectedLanguage ?? i18next.resolvedLanguage,
    nightMode: audioStore.getState().nightMode,
    captions: rememberedCaptions(),
    casting: config.CHROMECAST ? { joins: castingStore.getState().hasCast } : undefined,
  };
}

export const areCaptionsOn = (): boolean => captionStore.getState().enabled;

/** What the viewer changes while a film plays is remembered for the next one. */
export function bindPreferences(player: Player): () => void {
  const unbindCaptions = bindCaptions(player);
  player.chooseThumbnails(thumbnailChoice(playbackStore.getState()));
  const unsubscribe = player.store.subscribe(({ audio, media, cast, thumbnails }, before) => {
    if (cast.at === 'connected' && before.cast.at !== 'connected') rememberCasting();
    if (thumbnails.choice !== before.thumbnails.choice) setThumbnails(thumbnails.choice);
    if (media.volume !== before.media.volume) setVolume(media.volume);
    if (audio.nightModePreference !== before.audio.nightModePreference)
      setNightMode(audio.nightModePreference);
    rememberChoices(media, before.media);
  });
  return () => {
    unbindCaptions();
    unsubscribe();
  };
}

function rememberChoices(media: MediaState, before: MediaState): void {
  const { qualityPreference, audioLanguage } = media;
  if (qualityPreference !== before.qualityPreference) {
    setQuality(isAutoQuality(qualityPreference) ? qualityPreference : asQuality(qualityPreference));
  }
  if (audioLanguage !== undefined && audioLanguage !== before.audioLanguage) {
    setAudioLanguage(audioLanguage);
  }
}
