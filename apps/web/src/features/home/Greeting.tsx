import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseGreeting, greetingText } from './greeting.ts';
import styles from './Greeting.module.css';

interface GreetingProps {
  /** Leaves the room to what somebody has begun. */
  readonly isCompact: boolean;
}

export function Greeting({ isCompact }: GreetingProps) {
  const { t } = useTranslation();
  const [choice] = useState(() => chooseGreeting(new Date(), Math.random));
  // Most are greeted as usual, and all others need not be looked up for that.
  const text =
    choice.extra === null
      ? t(($) => $.home.titles[choice.slot].default)
      : greetingText(
          choice,
          t(($) => $.home.titles[choice.slot], { returnObjects: true }),
        );
  return (
    <h1 className={styles.greeting} data-compact={isCompact}>
      {text}
    </h1>
  );
}
