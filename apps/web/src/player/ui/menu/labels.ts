import { useTranslation } from 'react-i18next';

import { regional } from '#lib/format-locale.ts';
import type { CaptionEntry } from '../../captions/track.ts';
import type { AudioTrack, PictureSize } from '../../engine/engine.ts';
import { languageName } from './language-name.ts';

export function useQualityName(): (size: PictureSize) => string {
  const { t } = useTranslation();
  return (size) => t(($) => $.player.settings.sizes[size]);
}

/** The language in words, else what the medium calls the track. */
export function useAudioName(): (track: AudioTrack) => string {
  const { t, i18n } = useTranslation();
  return ({ language, label }) =>
    languageName(language, i18n.language) ?? (label || t(($) => $.player.settings.unknownLanguage));
}

export function useSpeedName(): (rate: number) => string {
  const { t, i18n } = useTranslation();
  const format = new Intl.NumberFormat(regional(i18n.language));
  return (rate) =>
    rate === 1
      ? t(($) => $.player.settings.normalSpeed)
      : t(($) => $.player.settings.speed, { rate: format.format(rate) });
}

/** A file is known by its name, everything else by its language. */
export function useCaptionName(): (track: CaptionEntry) => string {
  const { t, i18n } = useTranslation();
  return ({ origin, language, label }) => {
    const name = origin === 'file' ? undefined : languageName(language, i18n.language);
    return name ?? (label || t(($) => $.player.captionMenu.unknown));
  };
}
