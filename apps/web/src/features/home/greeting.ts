// Which greeting belongs to which hour, and when it is one of the less usual ones.

export type GreetingSlot = 'morning' | 'day' | 'night' | 'fourTwenty' | 'halloween';

const EXTRA_CHANCE = 0.35;

/** By the viewer's own clock. */
export function greetingSlot(now: Date): GreetingSlot {
  const [month, day, hour] = [now.getMonth() + 1, now.getDate(), now.getHours()];
  if (month === 4 && day === 20) return 'fourTwenty';
  if (month === 10 && day === 31) return 'halloween';
  if (hour >= 5 && hour < 12) return 'morning';
  if (hour >= 12 && hour < 19) return 'day';
  return 'night';
}

export interface GreetingChoice {
  readonly slot: GreetingSlot;
  /** Where in the list of extras, 0 up to 1; null for the usual greeting. A language may have any number of them. */
  readonly extra: number | null;
}

export function chooseGreeting(now: Date, random: () => number): GreetingChoice {
  const isExtra = random() < EXTRA_CHANCE;
  return { slot: greetingSlot(now), extra: isExtra ? random() : null };
}

export interface GreetingTexts {
  readonly default: string;
  readonly extra: readonly string[];
}

export function greetingText({ extra }: GreetingChoice, texts: GreetingTexts): string {
  if (extra === null) return texts.default;
  return texts.extra[Math.floor(extra * texts.extra.length)] ?? texts.default;
}
