import { useTranslation } from 'react-i18next';

import { Menu } from '#ui/Menu.tsx';
import { MenuText } from '#ui/MenuText.tsx';
import { MenuRadio } from '#ui/MenuRadio.tsx';

import { secondTracks } from '../../captions/track.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { CaptionRow } from './CaptionRow.tsx';
import { useSortedTracks } from './use-sorted-tracks.ts';

/** Another language at the top of the picture, for whoever learns one or watches with somebody. */
export function CaptionsSecond() {
  const { t } = useTranslation();
  const { captions } = usePlayer();
  const first = usePlayerState((state) => state.captions.chosen);
  const tracks = secondTracks(useSortedTracks(), first);
  const isOff = usePlayerState((state) => {
    const { chosen, pending } = state.captions.second;
    return chosen === null && pending === null;
  });
  return (
    <>
      <Menu label={t(($) => $.player.settings['captions/second'])}>
        <MenuRadio
          label={t(($) => $.player.captionMenu.off)}
          isChecked={isOff}
          onChoose={() => void captions.chooseSecond(null)}
        />
        {tracks.map((track) => (
          <CaptionRow key={track.id} track={track} isSecond />
        ))}
      </Menu>
      <MenuText>{t(($) => $.player.captionMenu.second)}</MenuText>
    </>
  );
}
