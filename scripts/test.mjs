// `npm test`: set-up, check, build, every test; ends with one line, `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build-when-stale.mjs';
import { ensureInstalled, root, run } from './install.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

const results = join(root, 'test-results');
const total = { passed: 0, failed: 0 };

function add(passed, failed) {
  total.passed += passed;
  total.failed += failed;
}

/** A suite that failed without saying how many tests failed counts as one failure. */
function suite(report, command, args, read) {
  const ok = run(command, args);
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : [0, 0];
  add(counts[0], Math.max(counts[1], ok ? 0 : 1));
}

ensureInstalled();
ensureSystemPackages();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const checked = run('npm', ['run', '--silent', 'check']);
add(checked ? 1 : 0, checked ? 0 : 1);
ensureBuilt();

const vitest = join(results, 'vitest.json');
suite(
  vitest,
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitest}`],
  (report) => [
    report.numPassedTests,
    report.numFailedTests +
      report.testResults.filter(
        (file) => file.status === 'failed' && file.assertionResults.length === 0,
      ).length,
  ],
);
suite(
  join(results, 'e2e.json'),
  'playwright',
  ['test', '--config', 'tests/e2e/playwright.config.ts', '--grep-invert', '@long'],
  (report) => [report.stats.expected + report.stats.flaky, report.stats.unexpected],
);

const summary = `${total.passed} passed, ${total.failed} failed`;
writeFileSync(join(results, 'summary.txt'), `${summary}\n`);
console.log(`\n${summary}`);
process.exitCode = total.failed > 0 ? 1 : 0;
