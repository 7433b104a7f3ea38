// `npm test`: set-up, check, build, every test; ends with one line, `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt } from './build-when-stale.mjs';
import { ensureInstalled, root, run } from './install.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

const results = join(root, 'test-results');
/** Enough for what was expected, what was there, and the line of the test. */
const ERROR_LINES = 15;
const failures = [];
let passed = 0;

/** Runs a suite and counts its report. A suite that fails and names no test is one failure. */
function suite(report, command, args, read) {
  const ok = run(command, args);
  const counts = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: [] };
  passed += counts.passed;
  if (!ok && counts.failed.length === 0) counts.failed.push(`${command} ${args[0]}`);
  failures.push(...counts.failed);
}

/** Repeats the beginning of the error, because a long log is often cut to its end. */
const described = (name, message = '') =>
  [name, ...stripVTControlCharacters(message).split('\n').slice(0, ERROR_LINES)].join('\n    ');

/** `report`: of vitest's JSON reporter. A file that fails before its first test is one failure. */
function readVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.testResults.flatMap((file) => {
      const tests = file.assertionResults.filter((test) => test.status === 'failed');
      const name = relative(root, file.name);
      if (tests.length > 0) {
        return tests.map((test) => described(`${name}: ${test.fullName}`, test.failureMessages[0]));
      }
      return file.status === 'failed' ? [`${name}: ${file.message}`] : [];
    }),
  };
}

/** `report`: of Playwright's JSON reporter, whose suites contain suites. */
function readPlaywright(report) {
  const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  return {
    passed: report.stats.expected,
    failed: [
      ...report.errors.map((error) => error.message),
      ...report.suites
        .flatMap(specs)
        .filter((spec) => !spec.ok)
        .map((spec) => {
          const errors = spec.tests.flatMap((test) => test.results.flatMap((one) => one.errors));
          return described(`tests/e2e/${spec.file}: ${spec.title}`, errors[0]?.message);
        }),
    ],
  };
}

ensureInstalled();
ensureSystemPackages();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

if (run('npm', ['run', '--silent', 'check'])) passed += 1;
else failures.push('npm run check');
ensureBuilt();

const vitest = join(results, 'vitest.json');
suite(
  vitest,
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitest}`],
  readVitest,
);
suite(
  join(results, 'e2e.json'),
  'playwright',
  ['test', '--config', 'tests/e2e/playwright.config.ts', '--grep-invert', '@long'],
  readPlaywright,
);

const summary = `${passed} passed, ${failures.length} failed`;
writeFileSync(join(results, 'summary.txt'), `${summary}\n`);
console.log(['', ...failures.map((name) => `failed: ${name}`), summary].join('\n'));
process.exitCode = failures.length > 0 ? 1 : 0;
