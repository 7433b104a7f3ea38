import { useTranslation } from 'react-i18next';
import { secondsText } from '#i18n/units.ts';

import { shownTime } from '../../features/playback.ts';
import { thumbnailNear } from '../../features/thumbnails.ts';
import type { GestureHint } from '../../features/gestures.ts';
import { usePlayerState } from '../../use-player.ts';
import styles from './GestureLayer.module.css';
import { ThumbnailImage, useTimeAt } from './ScrubPreview.tsx';

/** Dims the video and shows the effect of a gesture. Hidden from screen readers, which have no gestures. */
export function GestureLayer() {
  const brightness = usePlayerState(({ gestures }) => gestures.brightness);
  const hint = usePlayerState(({ gestures }) => gestures.hint);
  return (
    <div className={styles.layer} aria-hidden>
      {brightness < 1 && <span className={styles.dim} style={{ opacity: 1 - brightness }} />}
      {hint?.kind === 'skip' && (
        <span key={hint.seconds} className={styles.ripple} data-side={sideOf(hint.seconds)} />
      )}
      {hint?.kind === 'seek' && <SeekPreview from={hint.from} />}
      {hint && hint.kind !== 'seek' && <Hint hint={hint} />}
    </div>
  );
}

const sideOf = (seconds: number) => (seconds < 0 ? 'back' : 'forward');

/** Shows the target of a swipe, relative to the second where the swipe started. */
function SeekPreview({ from }: { readonly from: number }) {
  const { i18n } = useTranslation();
  const to = usePlayerState(shownTime);
  const thumbnail = usePlayerState((state) => thumbnailNear(state, shownTime(state)));
  const change = Math.round(to - from);
  return (
    <span className={styles.hint} data-seek>
      {thumbnail && <ThumbnailImage thumbnail={thumbnail} />}
      <span>{useTimeAt(to)}</span>
      <span className={styles.change}>{changeText(change, i18n.language)}</span>
    </span>
  );
}

type ShortHint = Exclude<GestureHint, { kind: 'seek' }>;

function Hint({ hint }: { readonly hint: ShortHint }) {
  const text = useHintText(hint);
  const side = hint.kind === 'skip' ? sideOf(hint.seconds) : undefined;
  return (
    <span className={styles.hint} data-side={side}>
      {text}
    </span>
  );
}

function useHintText(hint: ShortHint): string {
  const { t, i18n } = useTranslation();
  switch (hint.kind) {
    case 'skip':
      return changeText(hint.seconds, i18n.language);
    case 'fast':
      return t(($) => $.player.gestures.fast, { rate: hint.rate });
    default:
      return t(($) => $.player.gestures[hint.kind], { level: hint.level });
  }
}

/** `+10s`. */
const changeText = (seconds: number, locale: string): string =>
  secondsText(seconds, locale, { signDisplay: 'always' });
