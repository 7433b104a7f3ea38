import { useTranslation } from 'react-i18next';

import { captionVariables } from '../captions/style.ts';
import type { CaptionStyle } from '../captions/style.ts';
import cue from '../controls/CaptionsLayer.module.css';
import styles from './CaptionsPreview.module.css';

/** A line as it will look, at about half its size. */
export function CaptionsPreview({ style }: { readonly style: CaptionStyle }) {
  const { t } = useTranslation();
  return (
    <div className={styles.preview} style={captionVariables(style)} aria-hidden>
      <p className={[cue.cue, styles.line].join(' ')} dir="auto">
        <span>{t(($) => $.player.captionMenu.style.preview)}</span>
      </p>
    </div>
  );
}
