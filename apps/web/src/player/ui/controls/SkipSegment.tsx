import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { offeredSkip } from '../../state/selectors.ts';
import { ariaKeys } from '../../input/shortcuts.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { ControlsArea } from './ControlsArea.tsx';
import styles from './SkipSegment.module.css';

/** Never takes the focus by itself: a remote control would lose its place. */
export function SkipSegment() {
  const { t } = useTranslation();
  const { skipSegment, controls } = usePlayer();
  const kind = usePlayerState(offeredSkip);

  function skip() {
    skipSegment();
    // It disappears under the pointer, so that neither leaves it.
    controls.hold(false);
    controls.focus(false);
  }

  return (
    <ControlsArea className={styles.place}>
      <div role="status">
        {kind && (
          <Button aria-keyshortcuts={ariaKeys('skipSegment')} onClick={skip}>
            {t(($) => $.player.skipSegment[kind])}
          </Button>
        )}
      </div>
    </ControlsArea>
  );
}
