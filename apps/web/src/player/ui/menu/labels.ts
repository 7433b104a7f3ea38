import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName, numberFormat } from '#i18n/formats.ts';
import { sortedTracks, type CaptionEntry } from '../../captions/track.ts';
import type { AudioTrack, Resolution } from '../../engine/engine.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';

export function useQualityName(): (size: Resolution) => string {
  const { t } = useTranslation();
  return (size) => t(($) => $.player.settings.sizes[size]);
}

/** The language in words, else the label of the track. */
export function useAudioName(): (track: AudioTrack) => string {
  const { t, i18n } = useTranslation();
  return ({ language, label }) =>
    trackLanguage(language, i18n.language) ??
    (label || t(($) => $.player.settings.unknownLanguage));
}

export function useRateName(): (rate: number) => string {
  const { t, i18n } = useTranslation();
  const format = numberFormat(i18n.language);
  return (rate) =>
    rate === 1
      ? t(($) => $.player.settings.normalSpeed)
      : t(($) => $.player.settings.speed, { rate: format.format(rate) });
}

/** Files are named by their file name, other tracks by their language. */
export function useCaptionName(): (track: CaptionEntry) => string {
  const { t, i18n } = useTranslation();
  return ({ origin, language, label }) => {
    const name = origin === 'file' ? undefined : trackLanguage(language, i18n.language);
    return name ?? (label || t(($) => $.player.settings.unknownLanguage));
  };
}

/** Undefined without a tag, and for tags that are invalid or unknown. */
export const trackLanguage = (tag: string | undefined, locale: string): string | undefined =>
  tag === undefined ? undefined : languageName(tag, locale);

/** Sorts tracks in the last chosen language first, then tracks in the language of the interface. */
export function useSortedTracks(): readonly CaptionEntry[] {
  const { i18n } = useTranslation();
  const name = useCaptionName();
  const tracks = usePlayerState(({ captions }) => captions.tracks);
  const { store } = usePlayer();
  // Reads the language once, so that a chosen row keeps its position.
  const [language] = useState(() => store.getState().captions.language);
  return sortedTracks(tracks, [language, i18n.language], name);
}
