import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { captionVariables } from '../../captions/style.ts';
import type { CaptionStyle } from '../../captions/style.ts';
import cue from '../captions/CaptionsLayer.module.css';
import styles from './CaptionsStyleFields.module.css';

interface CaptionsPreviewProps {
  readonly style: CaptionStyle;
  /** Fills the screen, as the video would. */
  readonly isLarge?: boolean;
}

/** A sample line at about half its size. */
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

const COLORS = {
  white: '#ffffff',
  grey: '#b0b0b0',
  blue: '#80b1fa',
  yellow: '#e2e535',
} as const;
const NAMES = ['white', 'grey', 'blue', 'yellow'] as const;

interface CaptionsColorProps {
  readonly color: string;
  readonly onChange: (color: string) => void;
}

export function CaptionsColor({ color, onChange }: CaptionsColorProps) {
  const { t } = useTranslation();
  const group = useId();
  const isOwn = NAMES.every((name) => COLORS[name] !== color);
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{t(($) => $.player.captionMenu.style.color)}</legend>
      {NAMES.map((name) => (
        <input
          key={name}
          type="radio"
          name={group}
          className={styles.swatch}
          style={{ backgroundColor: COLORS[name] }}
          aria-label={t(($) => $.player.captionMenu.style.colors[name])}
          title={t(($) => $.player.captionMenu.style.colors[name])}
          checked={COLORS[name] === color}
          onChange={() => onChange(COLORS[name])}
        />
      ))}
      <input
        type="color"
        className={styles.own}
        data-chosen={isOwn || undefined}
        aria-label={t(($) => $.player.captionMenu.style.colors.own)}
        title={t(($) => $.player.captionMenu.style.colors.own)}
        value={color}
        onChange={({ currentTarget }) => onChange(currentTarget.value.toLowerCase())}
      />
    </fieldset>
  );
}
