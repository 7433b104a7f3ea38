import { expect, test } from 'vitest';
import { machineChecks, type MachineCheckOptions } from './machine-checks.ts';

const signal = new AbortController().signal;

async function findingOf(check: string, changes: Partial<MachineCheckOptions>) {
  const checks = machineChecks({
    db: { query: () => Promise.reject(new Error('down')) },
    dataDir: '.',
    backupFolder: '/a/folder/that/nobody/made',
    timeServers: ['https://one.test', 'https://two.test'],
    fetch: () => Promise.reject(new Error('down')),
    now: Date.now,
    ...changes,
  });
  return await checks.find((one) => one.check === check)?.run(signal);
}

const fetchDate =
  (ahead: number): MachineCheckOptions['fetch'] =>
  async (url) => {
    if (url === 'https://one.test') throw new Error('down');
    const date = new Date(Date.now() + ahead).toUTCString();
    return { status: 405, headers: { date }, finalUrl: url, body: '' };
  };

test('the clock is compared with the first service that responds', async () => {
  expect(await findingOf('clock', {})).toEqual({ code: 'clockUnknown' });
  expect(await findingOf('clock', { fetch: fetchDate(0) })).toMatchObject({ code: 'clockOk' });
  expect(await findingOf('clock', { fetch: fetchDate(-20_000) })).toMatchObject({
    code: 'clockSkewed',
  });
  expect(await findingOf('clock', { fetch: fetchDate(120_000) })).toMatchObject({
    code: 'clockWrong',
  });
});

test('the space of a folder that has not been made is that of its parent', async () => {
  const found = await findingOf('disk', {});
  expect(found?.code).toMatch(/^disk(?:Ok|Low|Full)$/);
  expect(found?.facts?.backupFreeBytes).toEqual(expect.any(Number));
});

test('memory and the event loop are measured', async () => {
  expect((await findingOf('memory', {}))?.code).toMatch(/^memory(?:Ok|Low)$/);
  const late = await findingOf('eventLoop', {});
  expect(late?.code).toMatch(/^eventLoop/);
  expect(late?.facts?.maxMs).toEqual(expect.any(Number));
});
