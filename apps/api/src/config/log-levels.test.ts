import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

test('levels of parts of the server are read', () => {
  expect(parseConfig({ LOG_LEVELS: 'relay=debug, web=warn' }).LOG_LEVELS).toEqual({
    relay: 'debug',
    web: 'warn',
  });
});

test.each(['relay', 'relay=loud', 'kitchen=debug', '=debug', 'constructor=info'])(
  '%s is not a level of a part',
  (entry) => {
    expect(() => parseConfig({ LOG_LEVELS: entry })).toThrow(
      'LOG_LEVELS must be part=level pairs, separated by commas.',
    );
  },
);
