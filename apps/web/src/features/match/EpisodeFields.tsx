import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/TextField.tsx';
import styles from './MatchDialog.module.css';

/** The texts of the two fields. */
export interface EpisodeNumbers {
  readonly season: string;
  readonly episode: string;
}

interface EpisodeFieldsProps {
  readonly numbers: EpisodeNumbers;
  readonly onChange: (numbers: EpisodeNumbers) => void;
}

/** The season and episode numbers of a file. */
export function EpisodeFields({ numbers, onChange }: EpisodeFieldsProps) {
  const { t } = useTranslation();
  const field = (name: keyof EpisodeNumbers, label: string) => (
    <TextField
      label={label}
      value={numbers[name]}
      inputMode="numeric"
      maxLength={5}
      onChange={(text) => onChange({ ...numbers, [name]: text.trim() })}
    />
  );
  return (
    <div className={styles.numbers}>
      {field(
        'season',
        t(($) => $.match.season),
      )}
      {field(
        'episode',
        t(($) => $.match.episode),
      )}
    </div>
  );
}
