import { describe, expect, test } from 'vitest';
import { chooseGreeting, greetingSlot, greetingText } from './greeting.ts';

describe('the hour decides', () => {
  test.each([
    [0, 0, 'night'],
    [4, 59, 'night'],
    [5, 0, 'morning'],
    [11, 59, 'morning'],
    [12, 0, 'day'],
    [18, 59, 'day'],
    [19, 0, 'night'],
    [23, 59, 'night'],
  ])('%i:%i is %s', (hour, minute, slot) => {
    expect(greetingSlot(new Date(2026, 5, 10, hour, minute))).toBe(slot);
  });

  test('but not on the twentieth of April or on Halloween', () => {
    expect(greetingSlot(new Date(2026, 3, 20, 9))).toBe('fourTwenty');
    expect(greetingSlot(new Date(2026, 9, 31, 23, 59))).toBe('halloween');
    expect(greetingSlot(new Date(2026, 3, 21, 0))).toBe('night');
    expect(greetingSlot(new Date(2026, 9, 30, 14))).toBe('day');
  });
});

const noon = new Date(2026, 5, 10, 12);
const texts = { default: 'usual', extra: ['one', 'two', 'three'] };

/** Dice that fall as told. */
const dice = (...falls: number[]) => {
  const left = [...falls];
  return () => left.shift() ?? 0;
};
const greet = (...falls: number[]) => greetingText(chooseGreeting(noon, dice(...falls)), texts);

describe('about every third greeting is a less usual one', () => {
  test('from 35 in a hundred on it is the usual one', () => {
    expect(greet(0.35)).toBe('usual');
    expect(greet(0.999)).toBe('usual');
  });

  test.each([
    [0, 'one'],
    [0.34, 'two'],
    [0.999, 'three'],
  ])('below, a second throw of %f chooses %s', (second, text) => {
    expect(greet(0.349, second)).toBe(text);
  });

  test('a language without extras greets as usual', () => {
    const choice = chooseGreeting(noon, dice(0, 0.5));
    expect(greetingText(choice, { default: 'usual', extra: [] })).toBe('usual');
  });
});
