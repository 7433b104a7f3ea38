import { useId, useMemo, useState, type KeyboardEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  checkPassphrase,
  completeWord,
  normalisePassphrase,
  type UnknownWord,
} from '@matinee/shared/identity/passphrase';
import { PASSPHRASE_WORDS } from '@matinee/shared/identity/passphrase-length';
import { TextField } from '#ui/TextField.tsx';
import { Button } from '#ui/Button.tsx';
import { createKeyWorker, type KeyWorker } from '#data/account/sign-in.ts';
import styles from './PassphraseField.module.css';

interface PassphraseFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly isDisabled?: boolean;
}

/** Completes and checks words with the word list in this browser: nothing is sent while the user types. */
export function PassphraseField({ text, onChange, isDisabled }: PassphraseFieldProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [selected, setSelected] = useState<number>();
  const [isClosed, setIsClosed] = useState(false);
  const completed = useMemo(() => completions(text), [text]);
  const words = isClosed ? [] : completed;

  function type(typed: string): void {
    setSelected(undefined);
    setIsClosed(false);
    onChange(typed);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const word = words[selected ?? -1];
    if (words.length === 0) return;
    if (step !== undefined) setSelected(next(selected, step, words.length));
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
        hint={t(($) => $.auth.passphrase.count, {
          count: countWords(text),
          words: PASSPHRASE_WORDS,
        })}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={words.length > 0}
        aria-controls={words.length > 0 ? listId : undefined}
        aria-activedescendant={selected === undefined ? undefined : `${listId}-${selected}`}
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
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- a combobox keeps the focus in its text field, which handles the keys.
            <div
              key={word}
              id={`${listId}-${index}`}
              className={styles.word}
              role="option"
              tabIndex={-1}
              aria-selected={index === selected}
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

function next(selected: number | undefined, step: number, count: number): number {
  if (selected === undefined) return step > 0 ? 0 : count - 1;
  return (selected + step + count) % count;
}

interface WordSuggestionsProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Words outside the word list, each with similar words of the list. */
function WordSuggestions({ text, onChange }: WordSuggestionsProps) {
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

const isBetweenWords = (text: string): boolean => /[\s,;]$/.test(text);

/** Words of the list that begin like the unfinished word. */
export function completions(text: string): string[] {
  if (isBetweenWords(text)) return [];
  return completeWord(normalisePassphrase(text).split(' ').at(-1) ?? '');
}

/** Replaces the unfinished word; adds a space unless it is the twelfth. */
export function completeLast(text: string, word: string): string {
  const words = normalisePassphrase(text).split(' ').slice(0, -1);
  return [...words, word].join(' ') + (words.length + 1 < PASSPHRASE_WORDS ? ' ' : '');
}

/** Finished words outside the word list. */
export function unknownWords(text: string): readonly UnknownWord[] {
  const words = normalisePassphrase(text).split(' ');
  // While the user types, only the last word is unfinished.
  const isLastOpen = !isBetweenWords(text) && words.length < PASSPHRASE_WORDS;
  const finished = isLastOpen ? words.slice(0, -1) : words;
  const check = checkPassphrase(finished.join(' '));
  return finished.join('') !== '' && check.is === 'misspelt' ? check.unknown : [];
}

export function replaceWord(text: string, index: number, word: string): string {
  return (
    normalisePassphrase(text).split(' ').with(index, word).join(' ') +
    (isBetweenWords(text) ? ' ' : '')
  );
}

export function countWords(text: string): number {
  const words = normalisePassphrase(text);
  return words === '' ? 0 : words.split(' ').length;
}

/** Starts the key worker with the form, so that it is ready on submit. */
export function useKeyWorker(): KeyWorker {
  const [keys] = useState(() => createKeyWorker());
  useEffect(() => () => keys.stop(), [keys]);
  return keys;
}
