import { expect, onTestFinished, test } from 'vitest';
import { startTls } from '../../../../../tests/support/localhost-tls.ts';
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

test.each([
  ['CERT_NOT_YET_VALID', '2001-01-01'],
  ['CERT_HAS_EXPIRED', '2201-01-01'],
])('a clock that is years off is told by a certificate: %s', async (code, date) => {
  const tls = await startTls('valid');
  onTestFinished(tls.close);
  const error = Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('invalid'), { code }),
  });
  const found = await findingOf('clock', {
    timeServers: [tls.url],
    fetch: () => Promise.reject(error),
    now: () => Date.parse(date),
  });
  expect(found?.code).toBe('clockWrong');
  expect(found?.facts?.offsetMs).toBeGreaterThan(20 * 365 * 86_400_000);
});

test('an expired certificate of one service says nothing about the clock', async () => {
  const tls = await startTls('expired');
  onTestFinished(tls.close);
  const found = await findingOf('clock', {
    timeServers: [tls.url, 'https://two.test'],
    fetch: (url, options) =>
      url === tls.url
        ? Promise.reject(Object.assign(new Error('invalid'), { code: 'CERT_HAS_EXPIRED' }))
        : fetchDate(0)(url, options),
  });
  expect(found?.code).toBe('clockOk');
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
