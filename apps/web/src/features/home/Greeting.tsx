import type { TFunction } from 'i18next';
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
  return (
    <h1 className={styles.greeting} data-compact={isCompact}>
      {greetingText(choice, greetings(t)[choice.occasion])}
    </h1>
  );
}

type GreetingOccasion = 'morning' | 'day' | 'night' | 'fourTwenty' | 'halloween';

const EXTRA_PROBABILITY = 0.35;

/** Hours are in local time. */
export function greetingOccasion(now: Date): GreetingOccasion {
  const [month, day, hour] = [now.getMonth() + 1, now.getDate(), now.getHours()];
  if (month === 4 && day === 20) return 'fourTwenty';
  if (month === 10 && day === 31) return 'halloween';
  if (hour >= 5 && hour < 12) return 'morning';
  if (hour >= 12 && hour < 18) return 'day';
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

/** Reads each text by itself, because a partial language may have only some of them. */
function greetings(t: TFunction): Readonly<Record<GreetingOccasion, GreetingTexts>> {
  return {
    morning: {
      default: t(($) => $.home.titles.morning.default),
      extra: [
        t(($) => $.home.titles.morning.extra.breakfast),
        t(($) => $.home.titles.morning.extra.quiet),
        t(($) => $.home.titles.morning.extra.earlyBird),
      ],
    },
    day: {
      default: t(($) => $.home.titles.day.default),
      extra: [
        t(($) => $.home.titles.day.extra.curtains),
        t(($) => $.home.titles.day.extra.show),
        t(($) => $.home.titles.day.extra.twoHours),
      ],
    },
    night: {
      default: t(($) => $.home.titles.night.default),
      extra: [
        t(($) => $.home.titles.night.extra.lights),
        t(($) => $.home.titles.night.extra.oneMore),
        t(($) => $.home.titles.night.extra.popcorn),
        t(($) => $.home.titles.night.extra.blanket),
        t(($) => $.home.titles.night.extra.lateShow),
      ],
    },
    fourTwenty: {
      default: t(($) => $.home.titles.fourTwenty.default),
      extra: [t(($) => $.home.titles.fourTwenty.extra.snacks)],
    },
    halloween: {
      default: t(($) => $.home.titles.halloween.default),
      extra: [t(($) => $.home.titles.halloween.extra.door)],
    },
  };
}
