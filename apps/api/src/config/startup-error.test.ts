import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { describeStartupError } from './startup-error.ts';

const failing = (details: object): Error => Object.assign(new Error('it failed'), details);

test.each([
  [failing({ code: 'EADDRINUSE', port: 8080 }), /^Port 8080 is already in use: .* PORT /],
  [failing({ code: 'EADDRNOTAVAIL', address: '192.0.2.1' }), /^HOST 192\.0\.2\.1 is not/],
  [failing({ code: 'EACCES', port: 80 }), /^Port 80 may not be used/],
  [failing({ code: 'EACCES', path: '/srv/x' }), /^\/srv\/x cannot be written: .* DATA_DIR/],
  [failing({ code: 'EROFS', path: '/srv/x' }), /^\/srv\/x cannot be written/],
  [failing({ code: 'ENOSPC', path: '/srv/x' }), /^The disk of \/srv\/x is full: free some space/],
  [failing({ code: 'ENOENT', syscall: 'mkdir', path: '/proc/x' }), /^\/proc\/x cannot be written/],
  [failing({ code: 'ENOENT', syscall: 'open', path: '/srv/x' }), /^Matinee could not start/],
  [new ConfigError('PORT must be a number.'), /^PORT must be a number\.$/],
  [failing({}), /^Matinee could not start: it failed$/],
  ['thrown', /^Matinee could not start: thrown$/],
])('%s is explained in one sentence', (error, sentence) => {
  expect(describeStartupError(error)).toMatch(sentence);
});
