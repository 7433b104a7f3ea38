import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import styles from './CaptionsColor.module.css';

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
