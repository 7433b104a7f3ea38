// Runs a command with DATABASE_URL set: the one given, or the embedded server's, which is started for the
// command when the app does not run it already. `npm run prisma -- migrate dev` works on a bare machine.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureDatabase, startEmbedded } from '../apps/api/src/database/embedded/embedded.ts';

const root = path.resolve(import.meta.dirname, '..');
const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('which command? node scripts/with-database.ts COMMAND [ARGUMENT...]');

// The same folder as the app's, whatever the working directory is.
const dataDir = path.resolve(root, process.env.DATA_DIR || 'data');

const server = process.env.DATABASE_URL
  ? undefined
  : await startEmbedded({
      root: path.join(dataDir, 'postgres'),
      log: (message) => console.error(message),
      onLost: (how) => console.error(`PostgreSQL died: ${how}`),
    });

// Connects as superuser, because `migrate dev` makes a shadow database. The next start of the app takes its tables over.
const url = server ? await ensureDatabase(server, 'matinee') : process.env.DATABASE_URL;
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: url, CHECKPOINT_DISABLE: '1' },
});
// The terminal sends Ctrl-C to the command too; this process stays to stop the server after it.
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
