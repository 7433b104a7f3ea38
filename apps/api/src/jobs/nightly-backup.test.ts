import { describe, expect, test, vi } from 'vitest';
import type { BackupFile } from '#database/backup/backup-folder.ts';
import { isBackupDue, startNightlyBackups } from './nightly-backup.ts';

const HOUR = 3_600_000;
const at = (hour: number): number => new Date(2026, 10, 25, hour).getTime();

describe('a backup is due', () => {
  test.each([
    ['if there is none', undefined, 15, true],
    ['at night after a day', 24, 3, true],
    ['not twice in a night', 1, 3, false],
    ['not by day after the last night', 12, 15, false],
    ['by day, if the server was off at night', 31, 15, true],
  ])('%s', (_name, ageHours, hour, isDue) => {
    const last = ageHours === undefined ? undefined : at(hour) - ageHours * HOUR;
    expect(isBackupDue(last, at(hour))).toBe(isDue);
  });
});

test('the job makes one when there is an account, does not repeat it, and reports a failure', async () => {
  vi.useFakeTimers({ now: at(3) });
  const files: BackupFile[] = [];
  const create = vi.fn(async () => {
    if (create.mock.calls.length === 1) throw new Error('the disk is full');
    const file = { file: '/b.tar', kind: 'nightly' as const, createdAt: Date.now(), bytes: 2048 };
    files.unshift(file);
    return { ...file, manifest: expect.anything() };
  });
  let hasAccounts = false;
  const log = { info: vi.fn(), warn: vi.fn() };
  const stop = startNightlyBackups({
    leases: {
      run: async (_name, signal, work) => {
        await work(signal);
        return true;
      },
    },
    backups: { create, list: async () => files },
    url: () => 'postgresql://here/matinee',
    hasAccounts: async () => hasAccounts,
    now: Date.now,
    random: () => 0,
    log,
  });
  try {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(create).not.toHaveBeenCalled();
    hasAccounts = true;
    await vi.advanceTimersByTimeAsync(HOUR / 2);
    expect(log.warn).toHaveBeenCalledWith(
      'the nightly backup failed, retrying in half an hour: the disk is full',
    );
    await vi.advanceTimersByTimeAsync(HOUR / 2);
    expect(log.info).toHaveBeenCalledWith('backed up 2 KiB to /b.tar');
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(create).toHaveBeenCalledTimes(2);
  } finally {
    await stop();
    vi.useRealTimers();
  }
});
