import { describe, expect, test } from 'vitest';
import { chooseGreeting, greetingOccasion, greetingText } from './Greeting.tsx';

describe('the hour decides the greeting', () => {
  test.each([
    [0, 0, 'night'],
    [4, 59, 'night'],
    [5, 0, 'morning'],
    [11, 59, 'morning'],
    [12, 0, 'day'],
    [17, 59, 'day'],
    [18, 0, 'night'],
    [23, 59, 'night'],
  ])('%i:%i is %s', (hour, minute, occasion) => {
    expect(greetingOccasion(new Date(2026, 5, 10, hour, minute))).toBe(occasion);
  });

  test('April 20 and Halloween have their own greetings', () => {
    expect(greetingOccasion(new Date(2026, 3, 20, 9))).toBe('fourTwenty');
    expect(greetingOccasion(new Date(2026, 9, 31, 23, 59))).toBe('halloween');
    expect(greetingOccasion(new Date(2026, 3, 21, 0))).toBe('night');
    expect(greetingOccasion(new Date(2026, 9, 30, 14))).toBe('day');
  });
});

const noon = new Date(2026, 5, 10, 12);
const texts = { default: 'usual', extra: ['one', 'two', 'three'] };

/** Returns the listed random numbers in turn. */
const dice = (...falls: number[]) => {
  const left = [...falls];
  return () => left.shift() ?? 0;
};
const greet = (...falls: number[]) => greetingText(chooseGreeting(noon, dice(...falls)), texts);

describe('35 % of the greetings are extra ones', () => {
  test('from 0.35 on the default is used', () => {
    expect(greet(0.35)).toBe('usual');
    expect(greet(0.999)).toBe('usual');
  });

  test.each([
    [0, 'one'],
    [0.34, 'two'],
    [0.999, 'three'],
  ])('below, a second number of %f chooses %s', (second, text) => {
    expect(greet(0.349, second)).toBe(text);
  });

  test('a language without extra greetings uses the default', () => {
    const choice = chooseGreeting(noon, dice(0, 0.5));
    expect(greetingText(choice, { default: 'usual', extra: [] })).toBe('usual');
  });
});
