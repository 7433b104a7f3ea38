import { useTranslation } from 'react-i18next';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { Button } from '#ui/Button.tsx';
import { offeredSkip } from '../../state/selectors.ts';
import { ariaKeys } from '../../input/shortcuts.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { ControlsArea } from './ControlsArea.tsx';
import { attachFloatingCard } from './floating-card.ts';
import styles from './SkipSegment.module.css';

/** Never takes the focus by itself: a remote control would lose its place. Its first arrow key focuses the button. */
export function SkipSegment() {
  const { t } = useTranslation();
  const player = usePlayer();
  const kind = usePlayerState(offeredSkip);
  const buttonRef = useRefEffect(attachFloatingCard, player);
  return (
    <ControlsArea className={styles.place}>
      <div role="status" data-focus-start>
        {kind && (
          <Button
            ref={buttonRef}
            aria-keyshortcuts={ariaKeys('skipSegment')}
            onClick={player.skipSegment}
          >
            {t(($) => $.player.skipSegment[kind])}
          </Button>
        )}
      </div>
    </ControlsArea>
  );
}
