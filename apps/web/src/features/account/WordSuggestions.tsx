import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { replaceWord, unknownWords } from './passphrase-text.ts';
import styles from './WordSuggestions.module.css';

interface WordSuggestionsProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Which words cannot be right, and what they may have been meant to be. */
export function WordSuggestions({ text, onChange }: WordSuggestionsProps) {
  const { t } = useTranslation();
  const unknown = useMemo(() => unknownWords(text), [text]);
  return (
    <ul className={styles.hints} aria-live="polite">
      {unknown.map(({ index, word, suggestions }) => (
        <li key={index} className={styles.hint}>
          <p className={styles.text}>
            {t(($) => $.auth.passphrase.unknown, { number: index + 1, word })}
          </p>
          {suggestions.map((suggestion) => (
            <Button
              key={suggestion}
              aria-label={t(($) => $.auth.passphrase.replace, { word, suggestion })}
              onClick={() => onChange(replaceWord(text, index, suggestion))}
            >
              {suggestion}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  );
}
