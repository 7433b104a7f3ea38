import { Minus, Plus } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './Field.module.css';

interface RangeFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Shown beside the number. */
  readonly unit: {
    readonly text: string;
    readonly isFirst: boolean;
    readonly dir: 'ltr' | 'rtl';
  };
  readonly numberText: (value: number, decimals: number) => string;
  /** A double-click resets to this value. */
  readonly defaultValue: number;
  /** The names of the buttons. */
  readonly labels: { readonly less: string; readonly more: string };
  /** The value with its unit, for screen readers. */
  readonly valueText: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** A number that users can drag, step or type. A typed number may exceed the slider's ends. */
export function RangeField(props: RangeFieldProps) {
  const { label, value, min, max, step, defaultValue, labels, valueText, onChange } = props;
  const id = useId();
  const by = (steps: number) => onChange(round(value + steps * step, step));
  return (
    <div className={styles.rangeField}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <IconButton label={labels.less} onClick={() => by(-1)}>
        <Minus aria-hidden />
      </IconButton>
      <TypedNumber {...props} />
      <IconButton label={labels.more} onClick={() => by(1)}>
        <Plus aria-hidden />
      </IconButton>
      <input
        id={id}
        type="range"
        className={styles.range}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText(value)}
        onChange={({ currentTarget }) => onChange(round(currentTarget.valueAsNumber, step))}
        onDoubleClick={() => onChange(defaultValue)}
      />
    </div>
  );
}

/** Discards input that is not a number. */
function TypedNumber({ label, value, step, unit, numberText, onChange }: RangeFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);

  function commit() {
    const typed = parseNumber(draft ?? '');
    setDraft(null);
    if (Number.isFinite(typed)) onChange(round(typed, step));
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') commit();
  }

  return (
    <span className={styles.typed} dir={unit.dir} data-unit-first={unit.isFirst || undefined}>
      <input
        type="text"
        inputMode="decimal"
        className={styles.number}
        aria-label={label}
        dir="ltr"
        value={draft ?? numberText(value, decimals(step))}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <span aria-hidden>{unit.text}</span>
    </span>
  );
}

/** Accepts `1,5 s`, the typographic minus, and the digits and decimal signs of other scripts. */
function parseNumber(text: string): number {
  const plain = text
    .replaceAll(/\p{Nd}/gu, latinDigit)
    .replaceAll(/[٫،]/g, '.')
    .replace(',', '.')
    .replace('−', '-')
    .replaceAll(/[^\d.-]+/g, '');
  return plain === '' ? Number.NaN : Number(plain);
}

/**
 * The zeros of Arabic, Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Tamil, Thai and Khmer, and the full-width
 * ones.
 */
const ZEROS = Array.from('٠۰०০੦૦௦๐០０', (zero) => zero.charCodeAt(0));

function latinDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((one) => code >= one && code < one + 10);
  return zero === undefined ? digit : String(code - zero);
}

const decimals = (step: number) => (step < 1 ? 1 : 0);

/** Removes floating-point noise, such as 0.30000000000000004. */
const round = (value: number, step: number) => Number(value.toFixed(decimals(step)));
