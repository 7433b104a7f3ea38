// A random initial name for an account. Users can change it.

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

/** `random`: returns 0 (inclusive) to 1 (exclusive). */
export function randomDisplayName(random: () => number): string {
  const pick = (words: readonly string[]): string =>
    words[Math.floor(random() * words.length)] ?? '';
  return `${pick(ADJECTIVES)} ${pick(ANIMALS)}`;
}
