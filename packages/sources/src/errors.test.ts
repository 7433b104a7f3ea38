import { describe, expect, test } from 'vitest';
import { describeError, errorMessage } from './errors.ts';

const system = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });

describe('what went wrong', () => {
  test.each([
    system('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.5:8096'),
    system('ENOTFOUND', 'getaddrinfo ENOTFOUND nas'),
    system('ENOENT', "ENOENT: no such file or directory, open '/srv/films.json'"),
    system('UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error (attempted address: nas:80)'),
  ])('is told to visitors without the place, and to the operator with it: $message', (error) => {
    const { code } = Object.assign({ code: '' }, error);
    expect(describeError(error)).toEqual({
      name: 'Error',
      message: `It cannot be reached (${code})`,
    });
    expect(errorMessage(error)).toBe(error.message);
  });

  test('with every address of a host has words as well', () => {
    const all = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(errorMessage(all)).toBe('It cannot be reached (ECONNREFUSED)');
  });

  test('is told as it is where a source says it', () => {
    expect(describeError(new TypeError('no shape'))).toEqual({
      name: 'TypeError',
      message: 'no shape',
    });
    expect(describeError(new DOMException('late', 'TimeoutError'))).toEqual({
      name: 'TimeoutError',
      message: 'late',
    });
    expect(describeError('thrown')).toEqual({ name: 'Error', message: 'thrown' });
  });
});
