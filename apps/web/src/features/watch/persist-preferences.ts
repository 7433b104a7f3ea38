import i18next from 'i18next';
import { config } from '#config.ts';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { captionStore, saveCaptions } from '#data/preferences/captions.ts';
import { playbackStore, setThumbnails, thumbnailChoice } from '#data/preferences/playback.ts';
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
import { findSubtitles } from '#data/streams/subtitles/search.ts';
import type { CaptionEntry } from '#player/captions/track.ts';
import type { MediaState } from '#player/engine/engine.ts';
import { asQuality, isAutoQuality } from '#player/engine/resolution.ts';
import type { Player, PlayerOptions } from '#player/player.ts';
import type { CaptionSettings } from '#player/features/captions/state.ts';

/** Initial player options from the stored preferences. */
export function storedPreferences(): Pick<
  PlayerOptions,
  'volume' | 'quality' | 'audioLanguage' | 'nightMode' | 'captions' | 'casting'
> {
  const { automaticQuality, automatic4k, lastChosenQuality } = qualityStore.getState().quality;
  const open = automatic4k ? 'auto-4k' : 'auto';
  return {
    volume: volumeStore.getState().volume,
    quality: automaticQuality ? open : (lastChosenQuality ?? open),
    // Defaults to the language of the interface.
    audioLanguage: audioStore.getState().lastSelectedLanguage ?? i18next.resolvedLanguage,
    nightMode: audioStore.getState().nightMode,
    captions: storedCaptions(),
    casting: config.CHROMECAST ? { joins: castingStore.getState().hasCast } : undefined,
  };
}

export const areCaptionsOn = (): boolean => captionStore.getState().enabled;

/** Stores what the user changes during playback. Returns a function that stops. */
export function persistPreferences(player: Player): () => void {
  const stopCaptions = persistCaptions(player);
  player.chooseThumbnails(thumbnailChoice(playbackStore.getState()));
  player.skipAutomatically(playbackStore.getState().autoSkip ?? []);
  const unsubscribe = player.store.subscribe(({ audio, media, cast, thumbnails }, before) => {
    if (cast.at === 'connected' && before.cast.at !== 'connected') rememberCasting();
    if (thumbnails.choice !== before.thumbnails.choice) setThumbnails(thumbnails.choice);
    if (media.volume !== before.media.volume) setVolume(media.volume);
    if (audio.nightModePreference !== before.audio.nightModePreference)
      setNightMode(audio.nightModePreference);
    storeMediaChoices(media, before.media);
  });
  return () => {
    stopCaptions();
    unsubscribe();
  };
}

function storeMediaChoices(media: MediaState, before: MediaState): void {
  const { qualityPreference, audioLanguage } = media;
  if (qualityPreference !== before.qualityPreference) {
    setQuality(isAutoQuality(qualityPreference) ? qualityPreference : asQuality(qualityPreference));
  }
  if (audioLanguage !== undefined && audioLanguage !== before.audioLanguage) {
    setAudioLanguage(audioLanguage);
  }
}

function storedCaptions(): PlayerOptions['captions'] {
  const state = captionStore.getState();
  const { color, backgroundOpacity, size, backgroundBlur, bold, position } = state.styling;
  return {
    isWanted: state.enabled,
    language: state.lastSelectedLanguage,
    fromService: state.isOpenSubtitles,
    secondLanguage: state.secondLanguage,
    delay: state.delay,
    fixesCase: state.overrideCasing,
    tunedFor: state.tunedFor,
    style: { color, backgroundOpacity, size, backgroundBlur, bold, position },
  };
}

function persistCaptions(player: Player): () => void {
  return player.store.subscribe(({ captions }, before) => {
    if (captions === before.captions || isSame(captions, before.captions)) return;
    saveCaptions({
      enabled: captions.isWanted,
      lastSelectedLanguage: captions.language,
      isOpenSubtitles: captions.fromService,
      secondLanguage: captions.secondLanguage,
      delay: captions.delay,
      overrideCasing: captions.fixesCase,
      tunedFor: captions.tunedFor,
      styling: captions.style,
    });
  });
}

const CAPTION_PREFERENCES = [
  'isWanted',
  'language',
  'fromService',
  'secondLanguage',
  'delay',
  'fixesCase',
  'tunedFor',
  'style',
] as const satisfies readonly (keyof CaptionSettings)[];

const isSame = (a: CaptionSettings, b: CaptionSettings) =>
  CAPTION_PREFERENCES.every((key) => a[key] === b[key]);

/** Starts a new title in the player, with a search for its captions. */
export function openTitle(player: Player, meta: PlaybackMeta): void {
  const { type, tmdbId } = meta;
  const episode = meta.type === 'show' ? `-${meta.season.number}-${meta.episode.number}` : '';
  player.captions.openTitle(`${type}-${tmdbId}${episode}`, async (signal) =>
    (await findSubtitles(meta, signal)).map(serviceEntry),
  );
}

type FoundStream = Awaited<ReturnType<typeof findSubtitles>>[number];

function serviceEntry(subtitle: FoundStream): CaptionEntry {
  const { id, url, original, language, label, hearingImpaired, machineTranslated } = subtitle;
  return {
    id: `service:${id}`,
    type: 'vtt',
    url,
    original,
    hasCorsRestrictions: false,
    language,
    origin: 'service',
    label,
    hearingImpaired,
    machineTranslated,
  };
}
