import { expect, test, vi } from 'vitest';
import type { Backups } from '#database/backup/backups.ts';
import { createBackupMetrics, observeBackups } from './backup-metrics.ts';

const FILE = {
  file: '/b.tar',
  kind: 'nightly',
  createdAt: 1_700_000_000_000,
  bytes: 2_048,
} as const;

test('the latest backup is printed with its time, size and duration, and failures are counted', async () => {
  let clock = 0;
  const create = vi.fn<Backups['create']>(async () => {
    clock += 1_500;
    return {
      ...FILE,
      createdAt: FILE.createdAt + 1_000,
      bytes: 4_096,
      manifest: expect.anything(),
    };
  });
  const metrics = createBackupMetrics();
  const backups = observeBackups(
    {
      folder: '/',
      create,
      list: async () => [FILE],
      inspect: vi.fn(),
      restore: vi.fn(),
      restoreStream: vi.fn(),
      restorePoint: { create: vi.fn(), restore: vi.fn() },
    },
    metrics,
    () => clock,
  );
  await vi.waitFor(async () =>
    expect(await metrics.print()).toContain(
      'matinee_backup_last_success_timestamp_seconds 1700000000\n',
    ),
  );
  await backups.create('url', 'nightly');
  create.mockRejectedValue(new Error('the disk is full'));
  await expect(backups.create('url', 'nightly')).rejects.toThrow();
  await expect(backups.create('url', 'nightly', AbortSignal.abort())).rejects.toThrow();
  const text = await metrics.print();
  expect(text).toContain('matinee_backup_last_success_timestamp_seconds 1700000001\n');
  expect(text).toContain('matinee_backup_last_size_bytes 4096\n');
  expect(text).toContain('matinee_backup_last_duration_seconds 1.5\n');
  expect(text).toContain('matinee_backup_failures_total 1\n');
});
