// Builds the web client, the server that serves it, and its commands.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const builds = [
  ['vite', 'build', '--logLevel=warn', 'apps/web'],
  ['vite', 'build', '--logLevel=warn', '--ssr', 'src/serve.ts', 'apps/api'],
  ['vite', 'build', '--logLevel=warn', '--ssr', 'src/main.ts', 'apps/api'],
  [
    'vite',
    'build',
    '--logLevel=warn',
    '--ssr',
    'src/database-import/import-database.ts',
    'apps/api',
  ],
  ['vite', 'build', '--logLevel=warn', '--ssr', 'src/accounts/invite.ts', 'apps/api'],
  ['vite', 'build', '--logLevel=warn', '--ssr', 'src/database/backup/backup.ts', 'apps/api'],
] as const;

for (const [program, ...args] of builds) {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// The viewer of the API's document: two files of Swagger UI, as the package brings them.
const viewer = path.dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui'));
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  cpSync(path.join(viewer, 'static', file), path.join('apps/api/dist/docs', file));
}
