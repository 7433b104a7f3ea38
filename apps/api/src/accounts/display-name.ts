// A random initial name for an account; users can change it.

const ADJECTIVES = [
  'Amber',
  'Brave',
  'Bright',
  'Calm',
  'Clever',
  'Cosy',
  'Curious',
  'Early',
  'Gentle',
  'Golden',
  'Happy',
  'Honest',
  'Jolly',
  'Kind',
  'Late',
  'Lively',
  'Lucky',
  'Mellow',
  'Merry',
  'Patient',
  'Quick',
  'Quiet',
  'Silver',
  'Steady',
  'Sunny',
  'Tidy',
  'Velvet',
  'Warm',
  'Wise',
  'Witty',
];

const ANIMALS = [
  'Badger',
  'Beaver',
  'Crane',
  'Dolphin',
  'Falcon',
  'Finch',
  'Fox',
  'Gecko',
  'Hare',
  'Hedgehog',
  'Heron',
  'Ibex',
  'Kestrel',
  'Lark',
  'Lynx',
  'Magpie',
  'Marten',
  'Newt',
  'Otter',
  'Owl',
  'Panda',
  'Puffin',
  'Robin',
  'Seal',
  'Sparrow',
  'Squirrel',
  'Stork',
  'Swift',
  'Tortoise',
  'Wren',
];

/** `random` gives numbers from 0 up to, not including, 1. */
export function randomDisplayName(random: () => number): string {
  const pick = (words: readonly string[]): string =>
    words[Math.floor(random() * words.length)] ?? '';
  return `${pick(ADJECTIVES)} ${pick(ANIMALS)}`;
}
