// Runs a command with DATABASE_URL: the given one, or that of the embedded server, which starts for the command unless
// the app already runs it. `npm run prisma -- migrate dev` thus works on any machine.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureDatabase, startEmbedded } from '../apps/api/src/database/embedded/embedded.ts';

const root = path.resolve(import.meta.dirname, '..');
const [command, ...args] = process.argv.slice(2);
if (!command)
  throw new Error('Specify a command: node scripts/with-database.ts COMMAND [ARGUMENT...]');

// Use the app's folder, regardless of the working directory.
const dataDir = path.resolve(root, process.env.DATA_DIR || 'data');

const server = process.env.DATABASE_URL
  ? undefined
  : await startEmbedded({
      root: path.join(dataDir, 'postgres'),
      log: (message) => console.error(message),
      onLost: (how) => console.error(`PostgreSQL died: ${how}`),
    });

// Connect as superuser, because `migrate dev` creates a shadow database. The app's next start takes over its tables.
const url = server ? await ensureDatabase(server, 'matinee') : process.env.DATABASE_URL;
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: url, CHECKPOINT_DISABLE: '1' },
});
// The terminal also sends Ctrl-C to the command. This process waits for it, to stop the server afterwards.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));

const code = await new Promise<number>((resolve) => {
  child.on('error', (error) => {
    console.error(`${command}: ${error.message}`);
    resolve(127);
  });
  child.on('exit', (status) => resolve(status ?? 1));
});
await server?.stop();
process.exit(code);
