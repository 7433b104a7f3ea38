// `npm run check`: runs and times all static checks.
import { spawn } from 'node:child_process';

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const tsc = (name: string, project: string): Step => ({
  name: `types: ${name}`,
  command: ['tsc', '-p', project],
});

const steps: readonly Step[] = [
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  tsc('shared', 'packages/shared'),
  tsc('sources', 'packages/sources'),
  tsc('api', 'apps/api'),
  tsc('web', 'apps/web'),
  tsc('extension', 'apps/extension'),
  tsc('tests', 'tests'),
  { name: 'architecture', command: ['node', 'scripts/check-architecture.ts'] },
  { name: 'contract', command: ['node', 'scripts/check-contract.ts'] },
  { name: 'manual', command: ['node', 'scripts/check-manual.ts'] },
  { name: 'styles', command: ['node', 'scripts/check-styles.ts'] },
  { name: 'locales', command: ['node', 'scripts/check-locales.ts'] },
  { name: 'spelling', command: ['cspell', 'lint', '--no-progress', '--no-summary', '--unique'] },
  { name: 'commits', command: ['node', 'scripts/check-commits.ts'] },
  { name: 'lock file', command: ['node', 'scripts/check-lock.ts'] },
  { name: 'third-party', command: ['node', 'scripts/third-party.ts', '--check'] },
  { name: 'configure page', command: ['node', 'scripts/configure-page.ts', '--check'] },
];

interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

function run([program, ...args]: Step['command']): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

const started = performance.now();
const queue = [...steps];
let failures = 0;

async function worker(): Promise<void> {
  for (let step = queue.shift(); step; step = queue.shift()) {
    const from = performance.now();
    const { ok, output } = await run(step.command);
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`);
    for (const note of output.match(/^note: .+/gm) ?? []) console.log(`     ${note}`);
    if (ok) continue;
    failures += 1;
    console.log(output.trim().replace(/^/gm, '     '));
  }
}

const generated = await run(['node', 'scripts/generate.ts']);
if (!generated.ok) {
  console.log(`FAIL generate\n${generated.output}`);
  process.exit(1);
}
await Promise.all([worker(), worker()]);
console.log(`check: ${((performance.now() - started) / 1000).toFixed(1)} s, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;
