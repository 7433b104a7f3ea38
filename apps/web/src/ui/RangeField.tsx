import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './RangeField.module.css';

interface RangeFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Of the value, as it is shown behind a typed number. */
  readonly unit: string;
  /** What a double-click leads back to. */
  readonly usual: number;
  readonly labels: { readonly less: string; readonly more: string };
  readonly onChange: (value: number) => void;
}

/** A number to drag, to step, and to type: what is typed may lie beyond the ends of the slider. */
export function RangeField(props: RangeFieldProps) {
  const { label, value, min, max, step, unit, usual, labels, onChange } = props;
  const id = useId();
  const by = (steps: number) => onChange(tidy(value + steps * step, step));
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <IconButton label={`${label}: ${labels.less}`} onClick={() => by(-1)}>
        <Minus aria-hidden />
      </IconButton>
      <TypedNumber label={label} value={value} step={step} unit={unit} onChange={onChange} />
      <IconButton label={`${label}: ${labels.more}`} onClick={() => by(1)}>
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
        aria-valuetext={`${shown(value, step)} ${unit}`}
        onChange={({ currentTarget }) => onChange(tidy(currentTarget.valueAsNumber, step))}
        onDoubleClick={() => onChange(usual)}
      />
    </div>
  );
}

type TypedNumberProps = Pick<RangeFieldProps, 'label' | 'value' | 'step' | 'unit' | 'onChange'>;

/** What is no number is forgotten. */
function TypedNumber({ label, value, step, unit, onChange }: TypedNumberProps) {
  const [draft, setDraft] = useState<string | null>(null);

  function take() {
    const typed = numberIn(draft ?? '');
    setDraft(null);
    if (Number.isFinite(typed)) onChange(tidy(typed, step));
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') take();
  }

  return (
    <span className={styles.typed}>
      <input
        type="text"
        inputMode="decimal"
        className={styles.number}
        aria-label={label}
        value={draft ?? shown(value, step)}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={take}
        onKeyDown={onKeyDown}
      />
      <span aria-hidden>{unit}</span>
    </span>
  );
}

/** People write `1,5 s` and the long minus, too. */
function numberIn(text: string): number {
  const plain = text
    .replace(',', '.')
    .replace('−', '-')
    .replaceAll(/[^\d.-]+/g, '');
  return plain === '' ? Number.NaN : Number(plain);
}

const decimals = (step: number) => (step < 1 ? 1 : 0);

const shown = (value: number, step: number) => value.toFixed(decimals(step));

/** Without the dust of binary fractions. */
const tidy = (value: number, step: number) => Number(value.toFixed(decimals(step)));
