import { CHECK_CODES, type CheckCode } from '@matinee/shared/contract/diagnostics';
import { expect, test } from 'vitest';
import { outcomeOf } from './AdminInfoScreen.tsx';

const run = (...codes: readonly CheckCode[]) => ({
  isRunning: false,
  isBroken: false,
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
