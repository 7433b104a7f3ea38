import { useTranslation } from 'react-i18next';

import { Menu } from '#ui/Menu.tsx';
import { MenuHint } from '#ui/MenuHint.tsx';
import { MenuRadio } from '#ui/MenuRadio.tsx';

import { usePlayer, usePlayerState } from '../use-player.ts';
import { useQualityName } from './names.ts';

export function QualityView({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation();
  const { chooseQuality } = usePlayer();
  const name = useQualityName();
  const qualities = usePlayerState(({ media }) => media.qualities);
  const playing = usePlayerState(({ media }) => media.quality);
  const isAutomatic = usePlayerState(({ media }) => media.qualityWish === 'auto');

  return (
    <>
      <Menu label={t(($) => $.player.settings.quality)}>
        <MenuRadio
          label={t(($) => $.player.settings.automatic)}
          detail={isAutomatic && playing ? name(playing) : undefined}
          isChecked={isAutomatic}
          onChoose={() => {
            chooseQuality('auto');
            onChosen();
          }}
        />
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
      {qualities.length === 0 && <MenuHint>{t(($) => $.player.settings.qualityHint)}</MenuHint>}
    </>
  );
}
