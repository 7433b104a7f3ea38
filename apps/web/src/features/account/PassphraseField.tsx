import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/TextField.tsx';
import { completeLast, completions, countWords } from './passphrase-text.ts';
import styles from './PassphraseField.module.css';
import { WordSuggestions } from './WordSuggestions.tsx';

interface PassphraseFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly isDisabled?: boolean;
}

/** Completes words and says which cannot be right, from the list in this browser: nothing is sent while one types. */
export function PassphraseField({ text, onChange, isDisabled }: PassphraseFieldProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [chosen, setChosen] = useState<number>();
  const [isClosed, setIsClosed] = useState(false);
  const found = useMemo(() => completions(text), [text]);
  const words = isClosed ? [] : found;

  function type(typed: string): void {
    setChosen(undefined);
    setIsClosed(false);
    onChange(typed);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const word = words[chosen ?? -1];
    if (words.length === 0) return;
    if (step !== undefined) setChosen(next(chosen, step, words.length));
    else if (event.key === 'Enter' && word !== undefined) type(completeLast(text, word));
    else if (event.key === 'Escape') setIsClosed(true);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.field}>
      <TextField
        label={t(($) => $.auth.passphrase.label)}
        value={text}
        onChange={type}
        onKeyDown={onKeyDown}
        disabled={isDisabled}
        hint={t(($) => $.auth.passphrase.count, { count: countWords(text) })}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={words.length > 0}
        aria-controls={words.length > 0 ? listId : undefined}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen}`}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
      />
      {words.length > 0 && (
        <div
          id={listId}
          className={styles.words}
          role="listbox"
          aria-label={t(($) => $.auth.passphrase.completions)}
        >
          {words.map((word, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field.
            <div
              key={word}
              id={`${listId}-${index}`}
              className={styles.word}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => type(completeLast(text, word))}
            >
              {word}
            </div>
          ))}
        </div>
      )}
      <WordSuggestions text={text} onChange={type} />
    </div>
  );
}

function next(chosen: number | undefined, step: number, count: number): number {
  if (chosen === undefined) return step > 0 ? 0 : count - 1;
  return (chosen + step + count) % count;
}
