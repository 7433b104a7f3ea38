// The protocol of the native engine: JSON-RPC with one message per line.
import * as fs from 'node:fs';
import readline from 'node:readline';
import { createDatabase } from './cli.mjs';
import { openEngine, panicWords } from './engine.mjs';

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** These methods read the history's schema from a cache that only another call fills. */
const NEED_HISTORY = new Set(['evaluateDataLoss', 'createMigration']);

/** @param {{ url: string, shadowUrl?: string, files?: string[] }} options */
export function serve({ url, shadowUrl, files }) {
  let opened;
  const open = () =>
    (opened ??= openEngine({
      url,
      shadowUrl,
      datamodels: files?.map((file) => [file, fs.readFileSync(file, 'utf8')]),
    }));

  const call = async ({ id, method, params }) => {
    if (method === 'createDatabase') return createDatabase(url);
    const { engine } = await open();
    if (NEED_HISTORY.has(method)) {
      const { migrationsList, filters } = params;
      await engine.diagnoseMigrationHistory({
        migrationsList,
        filters,
        optInToShadowDatabase: true,
      });
    }
    if (method === 'getDatabaseVersion') return engine.version(params);
    if (method !== 'diff') return engine[method](params);
    const { stdout, ...rest } = await engine.diff(params);
    if (stdout) {
      const content = stdout.replace(/\n$/, '');
      send({ id: `print-${id}`, method: 'print', params: { content } });
    }
    return rest;
  };

  const answer = async (request) => {
    try {
      send({ id: request.id, result: (await call(request)) ?? null });
    } catch (error) {
      const engine = await opened?.catch(() => undefined);
      send({ id: request.id, error: describe(error, engine?.errors) });
    }
  };

  let queue = Promise.resolve();
  const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method) queue = queue.then(() => answer(message)); // otherwise, it is a response to our `print`
  });
  const finish = async () => {
    await (await opened?.catch(() => undefined))?.close();
    process.exit(0);
  };
  lines.on('close', () => void queue.then(finish));
}

/** Finds the real error, which the adapter stores in a registry. The engine has only its number. */
function describe(error, errors) {
  const cause = error.id === undefined ? undefined : errors?.consumeError(error.id)?.error;
  const words = error instanceof WebAssembly.RuntimeError ? panicWords() : '';
  return {
    code: 4466,
    message: 'An error happened. Check the data field for details.',
    data: {
      is_panic: false,
      message: cause?.message ?? (words || error.message || String(error)),
      error_code: typeof error.code === 'string' ? error.code : null,
      meta: error.meta ?? null,
    },
  };
}
