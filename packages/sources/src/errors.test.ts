import { describe, expect, test } from 'vitest';
import { describeError, errorMessage } from './errors.ts';

const system = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });

describe('an error', () => {
  test.each([
    system('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.5:8096'),
    system('ENOTFOUND', 'getaddrinfo ENOTFOUND nas'),
    system('ENOENT', "ENOENT: no such file or directory, open '/srv/films.json'"),
    system('UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error (attempted address: nas:80)'),
  ])('is shown to viewers without the address, and to the operator with it: $message', (error) => {
    const { code } = Object.assign({ code: '' }, error);
    expect(describeError(error)).toEqual({
      name: 'Error',
      message: `Couldn't connect (${code})`,
    });
    expect(errorMessage(error)).toBe(error.message);
  });

  test('of every address of a host has a message as well', () => {
    const all = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(errorMessage(all)).toBe("Couldn't connect (ECONNREFUSED)");
  });

  test('of a source is shown with its own message', () => {
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
