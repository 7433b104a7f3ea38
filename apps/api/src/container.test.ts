import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { runningPostmaster } from '#database/embedded/postmaster.ts';
import { createContainer } from './container.ts';
import { createLog } from '#http/log.ts';
import { createErrorLog } from '#metrics/error-log.ts';

test('a start that fails after opening the database closes it again', async () => {
  const dataDir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'deps-')), 'data');
  onTestFinished(() => fs.rmSync(path.dirname(dataDir), { recursive: true }));
  const data = path.join(dataDir, 'postgres/data');
  let wasRunning = false;
  const config = {
    ...parseConfig({ DATA_DIR: dataDir }),
    /** The service that starts last reads this. */
    get METRICS_RETENTION_DAYS(): number {
      wasRunning = runningPostmaster(data) !== undefined;
      throw new Error('what nobody expected');
    },
  };
  const starting = createContainer({
    config,
    log: createLog('silent'),
    errorLog: createErrorLog(Date.now),
  });
  await expect(starting).rejects.toThrow('what nobody expected');
  expect(wasRunning).toBe(true);
  expect(runningPostmaster(data)).toBeUndefined();
});
