import { createBugReport } from '@matinee/shared/contract/diagnostics';
import { siteOrigin } from '#config.ts';
import { call } from '#data/api.ts';
import { saveFile } from '#lib/save-file.ts';

/** The server runs all checks first. */
const TIMEOUT_MS = 3 * 60_000;

/** Saves a description of this site's server, for administrators. */
export async function saveBugReport(): Promise<void> {
  const report = await call(createBugReport, {}, { server: siteOrigin, timeoutMs: TIMEOUT_MS });
  const content = new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' });
  saveFile(`matinee-bug-report-${report.createdAt.slice(0, 10)}.json`, content);
}
