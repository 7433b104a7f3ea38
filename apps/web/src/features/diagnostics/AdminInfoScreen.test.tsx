import { CHECK_CODES, type CheckCode } from '@matinee/shared/contract/diagnostics';
import { expect, test } from 'vitest';
import { hasRunAll, outcomeOf } from './AdminInfoScreen.tsx';

const run = (...codes: readonly CheckCode[]) => ({
  isRunning: false,
  isBroken: false,
  isWhole: true,
  rows: codes.map((code) => ({
    key: code,
    check: 'disk' as const,
    isRunning: false,
    result: { check: 'disk' as const, code, status: CHECK_CODES[code], ms: 1, facts: {} },
  })),
});

test('no problems are only told where there is not even a warning', () => {
  expect(outcomeOf(['passed'], run('diskOk'))).toMatchObject({ is: 'works' });
  expect(outcomeOf(['passed'], run('diskOk', 'diskLow'))).toEqual({ is: 'warnings', count: 1 });
  expect(outcomeOf(['passed', 'failed'], run('diskLow', 'diskFull'))).toEqual({
    is: 'failed',
    count: 1,
  });
});

test('checks that could not run are no success', () => {
  expect(outcomeOf(['passed'], { ...run(), isBroken: true })).toMatchObject({ is: 'broken' });
});

test('a part of the checks does not tell that there are no problems', () => {
  const whole = Array.from({ length: 8 }, () => ({ isWhole: true }));
  expect(hasRunAll(whole, undefined)).toBe(true);
  expect(hasRunAll(whole, run('diskOk'))).toBe(true);
  expect(hasRunAll(whole, { isWhole: false })).toBe(false);
  expect(hasRunAll(whole.slice(1), undefined)).toBe(false);
  expect(hasRunAll([...whole.slice(1), { isWhole: false }], undefined)).toBe(false);
});
