import { Captions } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { areCaptionsShowing, hasCaptions } from '../../features/captions/state.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { useOverlay } from '../menu/panel-context.ts';
import { settingsPath, settingsView } from '../menu/settings-pages.ts';
import styles from './ControlButton.module.css';
import { ControlButton } from './ControlButton.tsx';

export const CAPTIONS_BUTTON_ID = 'player-captions';

/** Opens the list of languages; its shortcut toggles the last one. */
export function CaptionsButton() {
  const { t } = useTranslation();
  const { toggleCaptions } = usePlayer();
  const overlay = useOverlay();
  const areOffered = usePlayerState(hasCaptions);
  const areOn = usePlayerState(areCaptionsShowing);
  if (!areOffered) return null;
  const opens = overlay && {
    id: CAPTIONS_BUTTON_ID,
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': settingsView(overlay.path)?.startsWith('captions') ?? false,
  };
  return (
    <>
      <CaptionsNotice />
      <ControlButton
        {...opens}
        icon={Captions}
        label={t(($) => $.player.captions)}
        shortcut="captions"
        pressed={areOn}
        onPress={() => (overlay ? overlay.open(settingsPath('captions')) : toggleCaptions())}
      />
    </>
  );
}

function CaptionsNotice() {
  const { t } = useTranslation();
  const hasFailed = usePlayerState(({ captions }) => captions.failure !== null);
  return (
    <output className={styles.notice}>{hasFailed && t(($) => $.player.captionsFailed)}</output>
  );
}
