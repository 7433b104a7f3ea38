import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Faults of real servers, intended or not. */
export type Misbehaviour =
  /** Promises the complete response, sends half of it and cuts the connection. */
  | 'truncated'
  /** The right response with a wrong content type. */
  | 'mislabelled'
  /** 256 MiB that begin like a valid response, as fast as they are read. */
  | 'gigantic'
  /** A few bytes now and then, forever. */
  | 'endless'
  | 'redirectsToItself'
  | { readonly redirectsTo: string };

const NAMES = new Set<unknown>([
  'truncated',
  'mislabelled',
  'gigantic',
  'endless',
  'redirectsToItself',
]);

export function isMisbehaviour(mode: unknown): mode is Misbehaviour {
  return NAMES.has(mode) || (typeof mode === 'object' && mode !== null && 'redirectsTo' in mode);
}

const GIGANTIC_MIB = 256;
const TRICKLE_MS = 20;

/** The correct response. */
interface RightResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string | Buffer;
  readonly file?: string;
}

interface Scene {
  readonly response: RightResponse;
  /** The requested path. */
  readonly path: string;
  readonly outgoing: ServerResponse;
  /** Aborted when the caller has left or the fake closes. */
  readonly signal: AbortSignal;
}

export async function misbehave(how: Misbehaviour, scene: Scene): Promise<void> {
  const { response, outgoing, path } = scene;
  if (typeof how === 'object') return redirect(how.redirectsTo, outgoing);
  switch (how) {
    case 'truncated':
      return await sendHalf(response, outgoing);
    case 'mislabelled':
      outgoing.writeHead(response.status ?? 200, {
        ...response.headers,
        'content-type': response.file === undefined ? 'image/png' : 'text/html',
      });
      return void outgoing.end(await bytesOf(response));
    case 'gigantic':
      return await pour(scene, { chunk: Buffer.alloc(1024 * 1024, ' '), times: GIGANTIC_MIB });
    case 'endless':
      return await pour(scene, { chunk: Buffer.from(' '), times: Infinity, everyMs: TRICKLE_MS });
    case 'redirectsToItself':
      return redirect(path, outgoing);
  }
}

function redirect(location: string, outgoing: ServerResponse): void {
  outgoing.writeHead(302, { location }).end();
}

async function sendHalf(response: RightResponse, outgoing: ServerResponse): Promise<void> {
  const bytes = await bytesOf(response);
  outgoing.writeHead(response.status ?? 200, {
    ...response.headers,
    'content-length': Math.max(2, bytes.length),
  });
  outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy());
}

async function pour(
  { response, outgoing, signal }: Scene,
  how: { readonly chunk: Buffer; readonly times: number; readonly everyMs?: number },
): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'application/json', ...response.headers });
  outgoing.write('{"data":[');
  for (let sent = 0; sent < how.times && !signal.aborted; sent += 1) {
    if (!outgoing.write(how.chunk)) await once(outgoing, 'drain', { signal });
    if (how.everyMs !== undefined) await delay(how.everyMs, undefined, { signal });
  }
  outgoing.end();
}

async function bytesOf({ body, file }: RightResponse): Promise<Buffer> {
  if (file !== undefined) return await readFile(file);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
}
