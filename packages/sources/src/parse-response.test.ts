import { expect, test } from 'vitest';
import { readJson } from './parse-response.ts';

const respond = (body: string, status = 200) => ({ status, body, headers: {}, finalUrl: '' });

test('JSON is read', () => {
  expect(readJson(respond('{"a":1}'), 'The service')).toEqual({ a: 1 });
});

test.each([
  [200, '<!doctype html><h1>Sorry</h1>', "The service didn't send JSON"],
  [200, '', "The service didn't send JSON"],
  [500, '{}', 'The service responded with status 500'],
  [302, '{}', 'The service responded with status 302'],
  [429, 'slow down', 'The service is busy (429)'],
  [503, '', 'The service is busy (503)'],
])('status %i with "%s" is a failure with a reason', (status, body, message) => {
  expect(() => readJson(respond(body, status), 'The service')).toThrow(message);
});
