// Builds the web client, the server that serves it, and its commands.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const PROGRAMS = [
  'src/serve.ts',
  'src/main.ts',
  'src/database-import/import-database.ts',
  'src/accounts/invite.ts',
  'src/database/backup/backup.ts',
];

async function build(...args: readonly string[]): Promise<boolean> {
  const child = spawn('vite', ['build', '--logLevel=warn', ...args], { stdio: 'inherit' });
  const [status]: unknown[] = await once(child, 'exit');
  return status === 0;
}

/** Builds one program after another, because they write some of the same files. */
async function buildServer(): Promise<boolean> {
  for (const program of PROGRAMS) if (!(await build('--ssr', program, 'apps/api'))) return false;
  return true;
}

const built = await Promise.all([build('apps/web'), buildServer()]);
if (built.includes(false)) process.exit(1);

// Copy the viewer of the API's document: two files of the Swagger UI package.
const viewer = path.dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui'));
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  cpSync(path.join(viewer, 'static', file), path.join('apps/api/dist/docs', file));
}
