import { useTranslation } from 'react-i18next';
import { Menu, MenuText, MenuRadio } from '#ui/Menu.tsx';
import { isQualityAutomatic } from '../../state/selectors.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { useQualityName } from './labels.ts';

/** A film in files has an order of preference, in which 4K comes late unless it is wanted always. */
const OPEN_WISHES = ['auto', 'auto-4k'] as const;
const ONE_OPEN_WISH = ['auto'] as const;

export function QualityView({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation();
  const { chooseQuality } = usePlayer();
  const name = useQualityName();
  const qualities = usePlayerState(({ media }) => media.qualities);
  const playing = usePlayerState(({ media }) => media.quality);
  const wish = usePlayerState(({ media }) => media.qualityWish);
  const isAutomatic = usePlayerState(isQualityAutomatic);
  const is4kOffered = usePlayerState(
    ({ media, stream }) => stream?.type === 'file' && media.qualities.includes('4k'),
  );

  return (
    <>
      <Menu label={t(($) => $.player.settings.quality)}>
        {(is4kOffered ? OPEN_WISHES : ONE_OPEN_WISH).map((open) => (
          <MenuRadio
            key={open}
            label={t(($) => $.player.settings[open === 'auto' ? 'automatic' : 'automatic4k'])}
            detail={open === wish && playing ? name(playing) : undefined}
            isChecked={open === wish || (isAutomatic && !is4kOffered)}
            onChoose={() => {
              chooseQuality(open);
              onChosen();
            }}
          />
        ))}
        {qualities.map((quality) => (
          <MenuRadio
            key={quality}
            label={name(quality)}
            isChecked={!isAutomatic && quality === playing}
            onChoose={() => {
              chooseQuality(quality);
              onChosen();
            }}
          />
        ))}
      </Menu>
      {qualities.length === 0 && <MenuText>{t(($) => $.player.settings.qualityHint)}</MenuText>}
    </>
  );
}
