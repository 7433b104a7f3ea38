import { expect, test } from 'vitest';
import { readInviteCommand, UsageError } from './invite-command.ts';

test.each([
  [[], { is: 'create', uses: 1, days: 7 }],
  [['--uses', '5', '--days', '30'], { is: 'create', uses: 5, days: 30 }],
  [['--uses=1000'], { is: 'create', uses: 1_000, days: 7 }],
  [['--list'], { is: 'list' }],
  [['--revoke', '0123-4567-89AB-CDEF'], { is: 'revoke', code: '0123-4567-89AB-CDEF' }],
  [['-h', '--uses', 'x'], { is: 'help' }],
])('%j is accepted', (args, command) => expect(readInviteCommand(args)).toEqual(command));

test.each([
  [['--uses', '0'], '--uses must be a whole number from 1 to 1000. It is "0".'],
  [['--uses', '1.5'], '--uses must be a whole number'],
  [['--days', '366'], '--days must be a whole number from 1 to 365. It is "366".'],
  [['--days', ''], '--days must be a whole number'],
  [['5'], 'See --help.'],
  [['--user', '5'], 'See --help.'],
  [['--list', '--revoke', 'x'], 'only one of'],
  [['--list', '--uses', '5'], 'only one of'],
])('%j is rejected with a reason', (args, message) => {
  const read = () => readInviteCommand(args);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});
