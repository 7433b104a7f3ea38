// `npm run dev`: runs the API, restarting it on changes, and Vite with hot reload. Stopping it stops both.
import { spawn } from 'node:child_process';

const commands = [
  ['node', '--watch', '--watch-preserve-output', 'apps/api/src/main.ts'],
  ['vite', 'apps/web'],
] as const;

const children = commands.map(([program, ...args]) => spawn(program, args, { stdio: 'inherit' }));

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
