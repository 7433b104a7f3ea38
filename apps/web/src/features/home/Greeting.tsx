import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Greeting.module.css';

interface GreetingProps {
  /** Leaves the space to the user's titles. */
  readonly isCompact: boolean;
}

export function Greeting({ isCompact }: GreetingProps) {
  const { t } = useTranslation();
  const [choice] = useState(() => chooseGreeting(new Date(), Math.random));
  // Extra greetings are an array in the locale file, read only when one is drawn.
  const text =
    choice.extra === null
      ? t(($) => $.home.titles[choice.occasion].default)
      : greetingText(
          choice,
          t(($) => $.home.titles[choice.occasion], { returnObjects: true }),
        );
  return (
    <h1 className={styles.greeting} data-compact={isCompact}>
      {text}
    </h1>
  );
}

type GreetingOccasion = 'morning' | 'day' | 'night' | 'fourTwenty' | 'halloween';

const EXTRA_PROBABILITY = 0.35;

/** In local time. */
export function greetingOccasion(now: Date): GreetingOccasion {
  const [month, day, hour] = [now.getMonth() + 1, now.getDate(), now.getHours()];
  if (month === 4 && day === 20) return 'fourTwenty';
  if (month === 10 && day === 31) return 'halloween';
  if (hour >= 5 && hour < 12) return 'morning';
  if (hour >= 12 && hour < 19) return 'day';
  return 'night';
}

interface GreetingChoice {
  readonly occasion: GreetingOccasion;
  /** Position in the list of extra greetings, from 0 up to 1; null for the default. */
  readonly extra: number | null;
}

export function chooseGreeting(now: Date, random: () => number): GreetingChoice {
  const isExtra = random() < EXTRA_PROBABILITY;
  return { occasion: greetingOccasion(now), extra: isExtra ? random() : null };
}

interface GreetingTexts {
  readonly default: string;
  readonly extra: readonly string[];
}

export function greetingText({ extra }: GreetingChoice, texts: GreetingTexts): string {
  if (extra === null) return texts.default;
  return texts.extra[Math.floor(extra * texts.extra.length)] ?? texts.default;
}
