// Proves that `npm run check` bites: plants one violation a rule in a copy of the tree and expects the step to fail.
// Not part of the tests (it takes a minute); run it after changing a rule: `node scripts/prove-checks.ts`.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { plants, WEB } from './planted-violations.ts';

const root = process.cwd();
const copy = mkdtempSync(join(tmpdir(), 'matinee-plants-'));
for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n'))
  cpSync(join(root, file), join(copy, file));
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
cpSync(join(root, 'apps/api/src/db/generated'), join(copy, 'apps/api/src/db/generated'), {
  recursive: true,
});
spawnSync('git', ['init', '-q'], { cwd: copy });

let failures = 0;
for (const { rule, file, text, step, says } of plants) {
  const path = join(copy, file);
  const before = spawnSync('test', ['-e', path]).status === 0 ? readFileSync(path) : undefined;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (rule.endsWith('no-circular'))
    writeFileSync(
      join(copy, WEB, 'lib/plant-b.ts'),
      "import * as other from './plant.ts';\nexport const b = other;\n",
    );
  const [program, ...args] = step;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' });
  const bites = status !== 0 && says.test(stdout + stderr);
  if (!bites) failures += 1;
  console.log(`${bites ? 'bites' : 'MISSES'}  ${rule}`);
  if (before) writeFileSync(path, before);
  else rmSync(path);
  rmSync(join(copy, WEB, 'lib/plant-b.ts'), { force: true });
}
rmSync(copy, { recursive: true, force: true });
console.log(`${plants.length - failures} of ${plants.length} planted violations were caught`);
process.exitCode = failures > 0 ? 1 : 0;
