import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { lateChild } from './late-child.ts';

test('what a request says carries its own facts, and what hides secrets hides those too', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const own = lateChild(log, { reqId: 'r1', token: 'abc' });
  own.debug('not at this level');
  own.error({ err: new Error('broken') }, 'failed');
  own.child({ part: 'x' }).warn('more');
  const said: unknown[] = lines.map((line) => JSON.parse(line));
  expect(said).toEqual([
    expect.objectContaining({ level: 50, reqId: 'r1', token: '[hidden]', msg: 'failed' }),
    expect.objectContaining({ level: 40, reqId: 'r1', part: 'x', msg: 'more' }),
  ]);
});
