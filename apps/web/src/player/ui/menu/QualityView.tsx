import { useTranslation } from 'react-i18next';
import { Menu, MenuText, MenuRadio } from '#ui/Menu.tsx';
import { hasLoaded } from '../../features/playback.ts';
import { isQualityAutomatic } from '../../features/quality.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { useQualityName } from './labels.ts';

/** File streams play 4K automatically only with `auto-4k`. */
const AUTO_QUALITIES = ['auto', 'auto-4k'] as const;
const ONE_AUTO_QUALITY = ['auto'] as const;

export function QualityView({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation();
  const { chooseQuality } = usePlayer();
  const name = useQualityName();
  const qualities = usePlayerState(({ media }) => media.qualities);
  const playing = usePlayerState(({ media }) => media.quality);
  const preference = usePlayerState(({ media }) => media.qualityPreference);
  const original = usePlayerState(({ media }) => media.original);
  const isAutomatic = usePlayerState(isQualityAutomatic);
  const isKnown = usePlayerState(hasLoaded);
  const is4kOffered = usePlayerState(
    ({ media, stream }) => stream?.type === 'file' && media.qualities.includes('4k'),
  );

  return (
    <>
      <Menu label={t(($) => $.player.settings.quality)}>
        {(is4kOffered ? AUTO_QUALITIES : ONE_AUTO_QUALITY).map((open) => (
          <MenuRadio
            key={open}
            label={t(($) => $.player.settings[open === 'auto' ? 'automatic' : 'automatic4k'])}
            detail={open === preference && playing ? name(playing) : undefined}
            isChecked={open === preference || (isAutomatic && !is4kOffered)}
            onChoose={() => {
              chooseQuality(open);
              onChosen();
            }}
          />
        ))}
        {qualities.map((quality) => (
          <MenuRadio
            key={quality}
            label={quality === original ? t(($) => $.player.settings.original) : name(quality)}
            detail={quality === original ? name(quality) : undefined}
            isChecked={!isAutomatic && quality === playing}
            onChoose={() => {
              chooseQuality(quality);
              onChosen();
            }}
          />
        ))}
      </Menu>
      {isKnown && qualities.length === 0 && (
        <MenuText>{t(($) => $.player.settings.qualityHint)}</MenuText>
      )}
    </>
  );
}
