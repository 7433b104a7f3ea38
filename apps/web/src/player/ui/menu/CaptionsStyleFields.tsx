import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { rangeTexts } from '#i18n/range-texts.ts';
import { RangeField } from '#ui/RangeField.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';

import { captionVariables, DEFAULT_STYLE, type CaptionStyle } from '../../captions/style.ts';
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

type PercentField = 'size' | 'position' | 'backgroundOpacity' | 'backgroundBlur';

interface CaptionsStyleFieldsProps {
  readonly style: CaptionStyle;
  readonly onChange: (change: Partial<CaptionStyle>) => void;
}

/** The fields of the style, in the player and on the settings page. */
export function CaptionsStyleFields({ style, onChange }: CaptionsStyleFieldsProps) {
  const { t, i18n } = useTranslation();
  const texts = rangeTexts(t, i18n.language);
  const percent = (field: PercentField, label: string) => ({
    ...texts(label, 'percent'),
    value: Math.round(style[field] * 100),
    defaultValue: Math.round(DEFAULT_STYLE[field] * 100),
    min: field === 'size' ? 1 : 0,
    max: field === 'size' ? 200 : 100,
    step: field === 'size' ? 1 : 5,
    onChange: (value: number) => onChange({ [field]: clampField(field, value / 100) }),
  });
  return (
    <>
      <RangeField
        {...percent(
          'size',
          t(($) => $.player.captionMenu.style.size),
        )}
      />
      <RangeField
        {...percent(
          'position',
          t(($) => $.player.captionMenu.style.position),
        )}
      />
      <RangeField
        {...percent(
          'backgroundOpacity',
          t(($) => $.player.captionMenu.style.opacity),
        )}
      />
      <RangeField
        {...percent(
          'backgroundBlur',
          t(($) => $.player.captionMenu.style.blur),
        )}
      />
      <SwitchField isOn={style.bold} onChange={(bold) => onChange({ bold })}>
        {t(($) => $.player.captionMenu.style.bold)}
      </SwitchField>
      <CaptionsColor color={style.color} onChange={(color) => onChange({ color })} />
    </>
  );
}

/** Typed sizes may exceed the slider's range. */
function clampField(field: PercentField, value: number): number {
  const [min, max] = field === 'size' ? [0.01, 10] : [0, 1];
  return Math.min(max, Math.max(min, value));
}

const COLORS = {
  white: '#ffffff',
  gray: '#b0b0b0',
  blue: '#80b1fa',
  yellow: '#e2e535',
} as const;
const NAMES = ['white', 'gray', 'blue', 'yellow'] as const;

interface CaptionsColorProps {
  readonly color: string;
  readonly onChange: (color: string) => void;
}

function CaptionsColor({ color, onChange }: CaptionsColorProps) {
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
        className={styles.customColor}
        data-chosen={isOwn || undefined}
        aria-label={t(($) => $.player.captionMenu.style.colors.custom)}
        title={t(($) => $.player.captionMenu.style.colors.custom)}
        value={color}
        onChange={({ currentTarget }) => onChange(currentTarget.value.toLowerCase())}
      />
    </fieldset>
  );
}
