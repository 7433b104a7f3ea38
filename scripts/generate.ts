// Generates the Prisma client, unless the existing one was generated from the same schema by the same Prisma version.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const at = (file: string) => path.join(root, file);

const generated = at('apps/api/src/database/generated');
const stamp = path.join(generated, '.made-from');
const made = createHash('sha256')
  .update(readFileSync(at('prisma/schema.prisma')))
  .update(readFileSync(at('node_modules/prisma/package.json')))
  .digest('hex');

const isFresh =
  existsSync(path.join(generated, 'client.ts')) &&
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === made;

if (!isFresh) {
  const cli = [at('node_modules/prisma/build/index.js'), 'generate', '--no-hints'];
  const run = spawnSync(
    process.execPath,
    [...cli, '--config', at('prisma/prisma.config.ts')],
    // Prisma sends a request for newer versions unless this is set.
    { cwd: root, encoding: 'utf8', env: { ...process.env, CHECKPOINT_DISABLE: '1' } },
  );
  if (run.status === 0) writeFileSync(stamp, made);
  else process.stderr.write(`${run.stdout}${run.stderr}`);
  process.exitCode = run.status ?? 1;
}
