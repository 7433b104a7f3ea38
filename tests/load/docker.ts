// Breaks an installation with Docker in realistic ways: killed processes, a full disk, a clock that jumps, an upgrade.
// No acknowledged write may be lost. Prints a table, and ends with 1 if a case fails. Needs a Docker engine on this
// Linux machine, and root. `npm run test:docker -- clock replicas` runs only these cases. Takes about ten minutes.
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CASES, type Outcome } from './docker-cases.ts';
import { installationOf } from './docker-installation.ts';

const seconds = (ms: number | undefined): string =>
  ms === undefined ? '' : (ms / 1_000).toFixed(1);

const lineOf = ({ what, result, readyMs, note, problems }: Outcome) => ({
  case: what,
  'ready (s)': seconds(readyMs),
  'recovered (s)': seconds(result?.recoveryMs),
  acknowledged: result?.kept ?? '',
  refused: [...(result?.refused ?? [])].map(([status, count]) => `${status}: ${count}`).join(', '),
  lost: result?.lost ?? '',
  note: [note, ...problems].filter(Boolean).join('; '),
  passed: problems.length === 0,
});

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'matinee-docker-'));
fs.chmodSync(folder, 0o755);
const workplace = { folder, clone: path.join(folder, 'clone') };
const names = process.argv.slice(2);
const outcomes: Outcome[] = [];
try {
  for (const [name, run] of Object.entries(CASES)) {
    // The first one makes the clone.
    if (names.length > 0 && name !== 'first-up' && !names.includes(name)) continue;
    const found = await run(workplace).catch((error: unknown) => [
      { what: name, problems: [error instanceof Error ? error.message : String(error)] },
    ]);
    for (const outcome of found) console.log(JSON.stringify(lineOf(outcome)));
    outcomes.push(...found);
  }
  console.table(outcomes.map(lineOf));
  if (outcomes.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
} finally {
  await installationOf(workplace.clone).compose('down', '-v', '--remove-orphans');
  fs.rmSync(folder, { recursive: true, force: true });
}
