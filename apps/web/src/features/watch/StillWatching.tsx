import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './StillWatching.module.css';

interface StillWatchingProps {
  readonly onGoOn: () => void;
  readonly onStop: () => void;
}

/** Lies over a film that waits for a sign of life; any key or touch is one, and Escape says no. */
export function StillWatching({ onGoOn, onStop }: StillWatchingProps) {
  const { t } = useTranslation();
  const id = useId();
  const answer = useEffectEvent((event: Event) => {
    // A link leads away, whoever asks.
    if (event.target instanceof Element && event.target.closest('a[href]')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event instanceof KeyboardEvent && event.key === 'Escape') onStop();
    else onGoOn();
  });

  useEffect(() => {
    const life = new AbortController();
    for (const input of ['keydown', 'click'])
      document.addEventListener(input, (event) => answer(event), {
        signal: life.signal,
        capture: true,
      });
    return () => life.abort();
  }, []);

  return (
    <div className={styles.screen} role="alertdialog" aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t(($) => $.watch.stillWatching.title)}
      </h2>
      <p className={styles.hint}>{t(($) => $.watch.stillWatching.hint)}</p>
      <Button kind="primary" ref={receiveFocus}>
        {t(($) => $.watch.stillWatching.goOn)}
      </Button>
    </div>
  );
}

const receiveFocus = (button: HTMLButtonElement | null) => button?.focus();
