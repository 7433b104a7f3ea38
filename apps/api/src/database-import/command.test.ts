import { expect, test } from 'vitest';
import { readCommand } from './command.ts';

test('the command takes an address and flags in any order', () => {
  expect(readCommand(['--json', 'postgres://a/b', '--dry-run'])).toEqual({
    source: 'postgres://a/b',
    isDryRun: true,
    isJson: true,
  });
  expect(readCommand(['postgres://a/b'])).toMatchObject({ isDryRun: false, isJson: false });
});

test('the command prints help', () => {
  expect(readCommand(['-h'])).toBeUndefined();
});

test.each([[[]], [['a', 'b']], [['--wet-run', 'a']]])('%j is rejected with a reason', (args) => {
  expect(() => readCommand(args)).toThrow(/import:database|See --help/);
});
