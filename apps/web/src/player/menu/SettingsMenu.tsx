import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Popout } from '#ui/Popout.tsx';
import { useAttached } from '#lib/use-attached.ts';

import { hasMedia } from '../store/selectors.ts';
import type { Player } from '../store/player.ts';
import { usePlayer, usePlayerState } from '../use-player.ts';
import { AudioView } from './AudioView.tsx';
import { useOverlay } from './overlay.ts';
import type { Overlay } from './overlay.ts';
import { PlaybackView } from './PlaybackView.tsx';
import { QualityView } from './QualityView.tsx';
import { SETTINGS_BUTTON_ID } from './SettingsButton.tsx';
import { SettingsRoot } from './SettingsRoot.tsx';
import { parentView, settingsPath, settingsView } from './settings-path.ts';
import type { SettingsView } from './settings-path.ts';

/** The controls stay while it is open, and have the focus again when it is not. */
function attachMenu(menu: HTMLElement, { controls }: Player): () => void {
  const page = menu.ownerDocument;
  controls.openMenu(true);
  return () => {
    controls.openMenu(false);
    page.getElementById(SETTINGS_BUTTON_ID)?.focus();
  };
}

/** Open when the address says so and there is a film to set. */
export function SettingsMenu() {
  const overlay = useOverlay();
  const isUseful = usePlayerState(hasMedia);
  const view = settingsView(overlay?.path ?? null);
  if (!overlay || view === null || !isUseful) return null;
  return <OpenMenu overlay={overlay} view={view} />;
}

interface OpenMenuProps {
  readonly overlay: Overlay;
  readonly view: SettingsView;
}

function OpenMenu({ overlay, view }: OpenMenuProps) {
  const { t } = useTranslation();
  const menuRef = useAttached(attachMenu, usePlayer());
  const [cameFrom, setCameFrom] = useState<SettingsView>('root');
  const isRoot = view === 'root';
  const isDeep = parentView(view) !== 'root';

  function back() {
    setCameFrom(view);
    overlay.navigate(settingsPath(parentView(view)));
  }

  return (
    <Popout
      title={t(($) => (isRoot ? $.player.settings.title : $.player.settings[view]))}
      closeLabel={t(($) => $.player.settings.close)}
      back={
        isRoot
          ? undefined
          : {
              label: t(($) => (isDeep ? $.player.settings.backOne : $.player.settings.back)),
              go: back,
            }
      }
      onClose={overlay.close}
    >
      <div ref={menuRef}>
        {view === 'root' && (
          <SettingsRoot
            cameFrom={cameFrom}
            onOpen={(next) => overlay.navigate(settingsPath(next))}
          />
        )}
        {view === 'quality' && <QualityView onChosen={overlay.close} />}
        {view === 'audio' && <AudioView onChosen={overlay.close} />}
        {view === 'playback' && <PlaybackView />}
      </div>
    </Popout>
  );
}
