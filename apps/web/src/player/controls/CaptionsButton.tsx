import { Captions } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { areCaptionsOn, hasCaptions } from '../store/selectors.ts';
import { usePlayer, usePlayerState } from '../use-player.ts';
import { CaptionsNotice } from './CaptionsNotice.tsx';
import { ControlButton } from './ControlButton.tsx';

export function CaptionsButton() {
  const { t } = useTranslation();
  const { toggleCaptions } = usePlayer();
  const areOffered = usePlayerState(hasCaptions);
  const areOn = usePlayerState(areCaptionsOn);
  if (!areOffered) return null;
  return (
    <>
      <CaptionsNotice />
      <ControlButton
        icon={Captions}
        label={t(($) => $.player.captions)}
        shortcut="captions"
        pressed={areOn}
        onPress={toggleCaptions}
      />
    </>
  );
}
