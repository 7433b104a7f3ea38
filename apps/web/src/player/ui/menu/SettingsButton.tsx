import { Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { IconButton } from '#ui/IconButton.tsx';

import styles from '../controls/ControlButton.module.css';
import { useOverlay } from './panel-context.ts';
import { settingsPath, settingsView } from './settings-path.ts';

/** Other addresses than ours name it too. */
export const SETTINGS_BUTTON_ID = '__overlayRouter::settings';

export function SettingsButton() {
  const { t } = useTranslation();
  const overlay = useOverlay();
  if (!overlay) return null;
  return (
    <IconButton
      id={SETTINGS_BUTTON_ID}
      className={styles.button}
      label={t(($) => $.player.settings.title)}
      aria-haspopup="dialog"
      aria-expanded={settingsView(overlay.path) !== null}
      onClick={() => overlay.open(settingsPath('root'))}
    >
      <Settings strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
