import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { describeStartupError } from './startup-error.ts';

const failing = (details: object): Error => Object.assign(new Error('it failed'), details);

test.each([
  [failing({ code: 'EADDRINUSE', port: 8080 }), /^Port 8080 is already in use\. .* PORT /],
  [failing({ code: 'EADDRNOTAVAIL', address: '192.0.2.1' }), /^HOST 192\.0\.2\.1 isn.t/],
  [failing({ code: 'EACCES', port: 80 }), /^This user can.t use port 80\./],
  [failing({ code: 'EACCES', path: '/srv/x' }), /^Can.t write to \/srv\/x\..* DATA_DIR/],
  [failing({ code: 'EROFS', path: '/srv/x' }), /^Can.t write to \/srv\/x/],
  [
    failing({ code: 'ENOSPC', path: '/srv/x' }),
    /^The disk that holds \/srv\/x is full\. Free up space/,
  ],
  [
    failing({ code: '53100' }),
    /^The disk that holds the database is full\. Free up space, .* \(it failed\)\n/,
  ],
  [
    new Error("PostgreSQL didn't start: could not write lock file: No space left on device"),
    /^The disk that holds the database is full\. Free up space/,
  ],
  [failing({ code: 'ENOENT', syscall: 'mkdir', path: '/proc/x' }), /^Can.t write to \/proc\/x/],
  [failing({ code: 'ENOENT', syscall: 'open', path: '/srv/x' }), /^Matinee couldn't start/],
  [
    new Error('initdb ended with 1: The files\nFATAL: No space left on device\nremoving contents'),
    /^The disk that holds the database is full\. .* \(FATAL: No space left on device\)\n/,
  ],
  [new ConfigError('PORT must be a number.'), /^PORT must be a number\.\n/],
  [failing({}), /^Matinee couldn't start: it failed\n/],
  ['thrown', /^Matinee couldn't start: thrown\n/],
])('%s is explained in one sentence, with the section of the manual', (error, sentence) => {
  const described = describeStartupError(error);
  expect(described).toMatch(sentence);
  expect(described.split('\n').at(-1)).toBe('See docs/troubleshooting.md#it-doesnt-start');
});
