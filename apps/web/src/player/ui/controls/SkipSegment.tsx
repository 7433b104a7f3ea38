import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import type { PlayerState } from '../../state/state.ts';
import { areControlsVisible } from '../../features/controls.ts';
import { skippableSegment } from '../../features/timeline.ts';
import { isNextOffered } from '../../state/selectors.ts';
import { ariaKeys } from '../../input/shortcuts.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { ControlsArea } from './ControlsArea.tsx';
import styles from './SkipSegment.module.css';

const SHOWN_SECONDS = 8;

/** Shown at the start of a segment, and later with the controls. The next episode takes its place. */
function offeredKind(state: PlayerState) {
  const segment = skippableSegment(state);
  if (!segment || (state.neighbours.next && isNextOffered(state))) return undefined;
  const { time, rate } = state.media;
  const isNew = time - segment.start < SHOWN_SECONDS * Math.max(rate, 1);
  return isNew || areControlsVisible(state) ? segment.kind : undefined;
}

/** Never takes the focus by itself: a remote control would lose its place. */
export function SkipSegment() {
  const { t } = useTranslation();
  const { skipSegment, controls } = usePlayer();
  const kind = usePlayerState(offeredKind);

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
