import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './NextEpisode.module.css';

interface StillWatchingProps {
  readonly onContinue: () => void;
  readonly onStop: () => void;
}

/** Covers the paused video. Any key or click continues, Escape stops. */
export function StillWatching({ onContinue, onStop }: StillWatchingProps) {
  const { t } = useTranslation();
  const id = useId();
  const respond = useEffectEvent((event: Event) => {
    // Links keep working.
    if (event.target instanceof Element && event.target.closest('a[href]')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event instanceof KeyboardEvent && event.key === 'Escape') onStop();
    else onContinue();
  });

  useEffect(() => {
    const lifetime = new AbortController();
    for (const input of ['keydown', 'click'])
      document.addEventListener(input, (event) => respond(event), {
        signal: lifetime.signal,
        capture: true,
      });
    return () => lifetime.abort();
  }, []);

  return (
    <div className={styles.screen} role="alertdialog" aria-labelledby={id}>
      <h2 id={id} className={styles.stillTitle}>
        {t(($) => $.watch.stillWatching.title)}
      </h2>
      <p className={styles.hint}>{t(($) => $.watch.stillWatching.hint)}</p>
      <Button kind="primary" ref={receiveFocus}>
        {t(($) => $.watch.stillWatching.keepWatching)}
      </Button>
    </div>
  );
}

const receiveFocus = (button: HTMLButtonElement | null) => button?.focus();

const PROMPT_AFTER_EPISODES = 3;

/** Counts episodes that ended since the last user input. */
export interface InactivityCounter {
  /** True when it is time to ask whether the user still watches. */
  readonly episodeEnded: () => boolean;
  readonly observeInput: (page: EventTarget) => () => void;
}

export function createInactivityCounter(): InactivityCounter {
  let episodes = 0;
  const reset = () => {
    episodes = 0;
  };
  return {
    episodeEnded: () => {
      episodes += 1;
      return episodes >= PROMPT_AFTER_EPISODES;
    },
    observeInput: (page) => {
      const lifetime = new AbortController();
      for (const input of ['keydown', 'pointerdown', 'wheel'])
        page.addEventListener(input, reset, {
          signal: lifetime.signal,
          capture: true,
          passive: true,
        });
      return () => lifetime.abort();
    },
  };
}
