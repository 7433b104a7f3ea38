// Builds both doors of the house: the web client, then the server that serves it.
import { spawnSync } from 'node:child_process';

const builds = [
  ['vite', 'build', '--logLevel=warn', 'apps/web'],
  ['vite', 'build', '--logLevel=warn', '--ssr', 'src/main.ts', 'apps/api'],
] as const;

for (const [program, ...args] of builds) {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
