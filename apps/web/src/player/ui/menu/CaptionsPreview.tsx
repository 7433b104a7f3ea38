import { useTranslation } from 'react-i18next';

import { captionVariables } from '../../captions/style.ts';
import type { CaptionStyle } from '../../captions/style.ts';
import cue from '../captions/CaptionsLayer.module.css';
import styles from './CaptionsPreview.module.css';

interface CaptionsPreviewProps {
  readonly style: CaptionStyle;
  /** On the whole screen, as a film would be. */
  readonly isLarge?: boolean;
}

/** A line as it will look, at about half its size. */
export function CaptionsPreview({ style, isLarge = false }: CaptionsPreviewProps) {
  const { t } = useTranslation();
  return (
    <div
      className={styles.preview}
      data-large={isLarge}
      style={captionVariables(style)}
      aria-hidden
    >
      <p className={[cue.cue, styles.line].join(' ')} dir="auto">
        <span>{t(($) => $.player.captionMenu.style.preview)}</span>
      </p>
    </div>
  );
}
