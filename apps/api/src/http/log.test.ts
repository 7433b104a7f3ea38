import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const createLines = () => {
  const lines: string[] = [];
  return { lines, stream: { write: (line: string) => void lines.push(line) } };
};

test('secrets are hidden in log lines at every usual depth', () => {
  const { lines, stream } = createLines();
  const log = createLog('info', { stream });
  log.info({ token: 't1', body: { password: 'p1', inner: { secret: 's1' } } }, 'hello');
  const line = lines.join('');
  expect(line).toContain('hello');
  for (const secret of ['t1', 'p1', 's1']) expect(line).not.toContain(`"${secret}"`);
});

test('a database error is logged with its code and location, without the values', () => {
  const { lines, stream } = createLines();
  const log = createLog('info', { stream });
  const error = Object.assign(new Error('duplicate key value violates a constraint'), {
    code: '23505',
    constraint: 'users_public_key_key',
    detail: 'Key (public_key)=(of-somebody) already exists.',
    where: 'JSON data, line 1: {"title":"A film"}',
  });
  log.error({ err: error }, 'request failed');
  const line = lines.join('');
  for (const reported of ['duplicate key', '23505', 'users_public_key_key', 'log.test.ts']) {
    expect(line).toContain(reported);
  }
  for (const stored of ['of-somebody', 'A film']) expect(line).not.toContain(stored);
});

test('messages and errors keep only the origin of their addresses', () => {
  const { lines, stream } = createLines();
  const log = createLog('info', { stream });
  log.warn('https://archive.test/search?q=A%20Film failed, as did http://home.test:81/key/abc.');
  log.error({ err: new Error('said "https://cdn.test/f.mp4?token=t1"') }, 'request failed');
  const line = lines.join('');
  for (const shown of ['https://archive.test/…', 'http://home.test:81/…', 'https://cdn.test/…']) {
    expect(line).toContain(shown);
  }
  for (const hidden of ['Film', 'abc', 't1', 'f.mp4']) expect(line).not.toContain(hidden);
  for (const one of lines) expect(() => JSON.parse(one)).not.toThrow();
});

test('a stack trace is cut', () => {
  const { lines, stream } = createLines();
  createLog('info', { stream }).error({ err: new Error('x'.repeat(100_000)) }, 'request failed');
  expect(lines.join('').length).toBeLessThan(6_000);
});

test('the lines of one minute have a size limit, and the next minute counts the dropped ones', () => {
  const { lines, stream } = createLines();
  let time = 0;
  const log = createLog('info', { stream, now: () => time });
  const bytes = () => Buffer.byteLength(lines.join(''));
  for (let at = 0; at < 10_000; at += 1)
    log.info({ at, filler: 'x'.repeat(200) }, 'request completed');
  expect(bytes()).toBeLessThan(600_000);
  log.error('one that is seen in a flood of requests');
  expect(lines.at(-1)).toContain('one that is seen');
  for (let at = 0; at < 10_000; at += 1) log.error({ at, filler: 'x'.repeat(200) }, 'failed');
  expect(bytes()).toBeLessThan(1_000_000);
  log.fatal('the last words');
  expect(lines.at(-1)).toContain('the last words');

  const written = lines.length;
  time = 60_000;
  log.info('next minute');
  const [summary, next] = lines.slice(written);
  expect(JSON.parse(summary ?? '')).toMatchObject({
    level: 40,
    lines: 20_002 - written,
    msg: 'log lines omitted: too many in one minute',
  });
  expect(next).toContain('next minute');
});

test('at level debug nothing is dropped', () => {
  const { lines, stream } = createLines();
  const log = createLog('debug', { stream });
  for (let at = 0; at < 10_000; at += 1)
    log.debug({ filler: 'x'.repeat(200) }, 'request completed');
  expect(lines).toHaveLength(10_000);
});
