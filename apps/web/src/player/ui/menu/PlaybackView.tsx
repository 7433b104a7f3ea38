import { useTranslation } from 'react-i18next';

import { Menu } from '#ui/Menu.tsx';
import { MenuRadio } from '#ui/MenuRadio.tsx';

import { SPEEDS } from '../../features/transport.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { useSpeedName } from './labels.ts';

/** It stays open: the right speed is found by trying. */
export function PlaybackView() {
  const { t } = useTranslation();
  const { setRate } = usePlayer();
  const name = useSpeedName();
  const rate = usePlayerState(({ media }) => media.rate);
  return (
    <Menu label={t(($) => $.player.settings.playback)}>
      {SPEEDS.map((speed) => (
        <MenuRadio
          key={speed}
          label={name(speed)}
          isChecked={speed === rate}
          onChoose={() => setRate(speed)}
        />
      ))}
    </Menu>
  );
}
