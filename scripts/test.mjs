// `npm test`: runs setup, check, build and all tests. Ends with one line: `N passed, N failed`.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt } from './build-when-stale.mjs';
import { ensureInstalled, env, root, run } from './install.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

const results = join(root, 'test-results');
/** Enough for the expected and the received value, and the line of the test. */
const ERROR_LINES = 15;
/** A file system in memory, which only Linux has. */
const SHARED_MEMORY = '/dev/shm';
const FOLDER_PREFIX = `matinee-test-${process.getuid?.()}-`;
/** Eight times what a run has in use at once. */
const MEMORY_NEEDED = 4 * 2 ** 30;
const failures = [];
let passed = 0;

/** Runs a suite and counts its results. A suite that fails without naming a test is one failure. */
function suite(report, command, args, read) {
  const ok = run(command, args);
  const counts = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: [] };
  passed += counts.passed;
  if (!ok && counts.failed.length === 0) counts.failed.push(`${command} ${args[0]}`);
  failures.push(...counts.failed);
}

/** Repeats the beginning of the error, because only the end of a long log is often kept. */
const described = (name, messages) =>
  [
    name,
    ...messages.flatMap((message) =>
      stripVTControlCharacters(message).split('\n').slice(0, ERROR_LINES),
    ),
  ].join('\n    ');

/** `report`: the output of vitest's JSON reporter. A file that fails before its first test is one failure. */
function readVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.testResults.flatMap((file) => {
      const tests = file.assertionResults.filter((test) => test.status === 'failed');
      const name = relative(root, file.name);
      if (tests.length > 0) {
        return tests.map((test) => described(`${name}: ${test.fullName}`, test.failureMessages));
      }
      return file.status === 'failed' ? [`${name}: ${file.message}`] : [];
    }),
  };
}

/** `report`: the output of Playwright's JSON reporter, with nested suites. */
function readPlaywright(report) {
  const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
  const specs = report.suites.flatMap(specsOf);
  return {
    passed: report.stats.expected,
    failed: [
      ...report.errors.map((error) => error.message),
      ...specs.filter((spec) => !spec.ok).map(describeSpec),
    ],
  };
}

function describeSpec(spec) {
  const errors = spec.tests.flatMap((test) => test.results.flatMap((one) => one.errors));
  // After a timeout, the second error says what the journey was waiting for.
  const messages = errors.map(({ message }) => message ?? '');
  return described(`tests/e2e/${spec.file}: ${spec.title}`, messages);
}

/**
 * A folder in memory for databases, browser profiles and other temporary files: writing those to a disk takes a quarter
 * of a run. Undefined without enough memory.
 */
function memoryFolder() {
  if (!existsSync(SHARED_MEMORY)) return undefined;
  removeLeftFolders();
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  const available = Math.min(bavail * bsize, process.availableMemory?.() ?? 0);
  if (available < MEMORY_NEEDED) return undefined;
  const folder = join(SHARED_MEMORY, `${FOLDER_PREFIX}${process.pid}`);
  mkdirSync(folder, { mode: 0o711 }); // PostgreSQL may have to run as another OS user.
  process.on('exit', () => removeFolder(folder));
  return folder;
}

/** Removes the folders of killed runs. */
function removeLeftFolders() {
  for (const name of readdirSync(SHARED_MEMORY)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const pid = name.slice(FOLDER_PREFIX.length);
    if (existsSync(`/proc/${pid}`)) continue;
    removeFolder(join(SHARED_MEMORY, name));
  }
}

/** A killed test may have left a file system mounted in it. */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`${folder} couldn't be removed, and takes up memory: ${error.message}`);
  }
}

// Halves the loading time of scripts and servers, because hundreds of processes load the same ones.
env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');
ensureInstalled();
ensureSystemPackages();
const memory = memoryFolder();
if (memory) Object.assign(env, { TMPDIR: memory, TEST_DATABASE_FOLDER: join(memory, 'postgres') });
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
const listed = failures.map((name) => `failed: ${name}`);
console.log(['', ...listed, summary].join('\n'));
process.exitCode = failures.length > 0 ? 1 : 0;
