import { useTranslation } from 'react-i18next';
import styles from './LibraryPage.module.css';

interface LetterBarProps {
  readonly letters: readonly { readonly letter: string; readonly offset: number }[];
  /** The position of the letter's first title. */
  readonly onJump: (offset: number) => void;
}

/** Jumps to the titles that begin with a letter. */
export function LetterBar({ letters, onJump }: LetterBarProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.letters} aria-label={t(($) => $.library.letters)}>
      {letters.map(({ letter, offset }) => (
        <button
          key={letter}
          type="button"
          className={styles.letter}
          aria-label={
            letter === '#'
              ? t(($) => $.library.otherLetters)
              : t(($) => $.library.letter, { letter })
          }
          onClick={() => onJump(offset)}
        >
          {letter}
        </button>
      ))}
    </nav>
  );
}
