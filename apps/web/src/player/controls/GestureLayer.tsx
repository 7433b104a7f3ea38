import { useTranslation } from 'react-i18next';

import type { GestureHint } from '../store/state.ts';
import { usePlayerState } from '../use-player.ts';
import styles from './GestureLayer.module.css';

/** The dimmed light, and what a finger has just done: for eyes only, as fingers on a picture are. */
export function GestureLayer() {
  const brightness = usePlayerState(({ gestures }) => gestures.brightness);
  const hint = usePlayerState(({ gestures }) => gestures.hint);
  return (
    <div className={styles.layer} aria-hidden>
      {brightness < 1 && <span className={styles.dim} style={{ opacity: 1 - brightness }} />}
      {hint?.kind === 'skip' && (
        <span key={hint.seconds} className={styles.ripple} data-side={sideOf(hint.seconds)} />
      )}
      {hint && <Hint hint={hint} />}
    </div>
  );
}

const sideOf = (seconds: number) => (seconds < 0 ? 'back' : 'forward');

function Hint({ hint }: { readonly hint: GestureHint }) {
  const text = useHintText(hint);
  const side = hint.kind === 'skip' ? sideOf(hint.seconds) : undefined;
  return (
    <span className={styles.hint} data-side={side}>
      {text}
    </span>
  );
}

function useHintText(hint: GestureHint): string {
  const { t } = useTranslation();
  switch (hint.kind) {
    case 'skip':
      return t(($) => $.player.gestures[sideOf(hint.seconds)], { seconds: Math.abs(hint.seconds) });
    case 'fast':
      return t(($) => $.player.gestures.fast, { rate: hint.rate });
    default:
      return t(($) => $.player.gestures[hint.kind], { percent: Math.round(hint.level * 100) });
  }
}
