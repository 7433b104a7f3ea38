import { expect, test } from 'vitest';
import { readCommand } from './command.ts';

test('an address and flags in any order make a command', () => {
  expect(readCommand(['--json', 'postgres://a/b', '--dry-run'])).toEqual({
    source: 'postgres://a/b',
    isDryRun: true,
    isJson: true,
  });
  expect(readCommand(['postgres://a/b'])).toMatchObject({ isDryRun: false, isJson: false });
});

test('help may be asked for', () => {
  expect(readCommand(['-h'])).toBeUndefined();
});

test.each([[[]], [['a', 'b']], [['--wet-run', 'a']]])('%j is refused in words', (args) => {
  expect(() => readCommand(args)).toThrow(/import:database|See --help/);
});
