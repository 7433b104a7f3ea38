import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { sendFile } from './file.ts';
import { isMisbehaviour, misbehave, type Misbehaviour } from './misbehaviour.ts';

/** The misbehavior of a fake, changed while it runs. `empty` is the service's own form of an empty response. */
type Mode =
  | 'normal'
  | 'brokenJson'
  | 'html'
  | 'error'
  | 'forbidden'
  | 'empty'
  /** The connection is cut without a response. */
  | 'down'
  | { readonly slowMs: number }
  /** Responses wait for it. */
  | { readonly until: Promise<void> }
  /** Files are sent at this rate. */
  | { readonly bytesPerSecond: number }
  /** Files stop after this many bytes, and the connection stays open. */
  | { readonly stallsAfter: number }
  | Misbehaviour;

export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly isEmpty: boolean;
}

export interface FakeResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON. */
  readonly body?: object | string | Buffer;
  /** A path on disk, served with Range. */
  readonly file?: string;
}

export interface Fake {
  /** Without a trailing slash. */
  readonly url: string;
  /** `127.0.0.1:port`, the format of OPERATOR_ALLOWED_HOSTS. */
  readonly host: string;
  /** `only`: applies to these requests; it may keep state. */
  readonly behave: (mode: Mode, only?: (request: FakeRequest) => boolean) => void;
  /** Every request, oldest first. */
  readonly requests: readonly FakeRequest[];
  /** The number of requests whose path starts with this. */
  readonly count: (path?: string) => number;
  /** The number of clients that left before their response was complete. */
  readonly left: () => number;
  /** The number of unfinished responses. */
  readonly open: () => number;
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

export type Responder = (request: FakeRequest) => FakeResponse;

const SPOILED: Readonly<Record<'brokenJson' | 'html' | 'error' | 'forbidden', FakeResponse>> = {
  brokenJson: { headers: { 'content-type': 'application/json' }, body: '{"results":[{"id":1,' },
  html: {
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Sorry</title><h1>Down for maintenance</h1>',
  },
  forbidden: { status: 403, body: 'Keep out' },
  error: { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Server error</h1>' },
};

/** A real server on a free port of the loopback interface. */
export async function startFake(respond: Responder): Promise<Fake> {
  let mode: Mode = 'normal';
  let isMeant: (request: FakeRequest) => boolean = () => true;
  let left = 0;
  let open = 0;
  const requests: FakeRequest[] = [];
  const closing = new AbortController();

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController();
    open += 1;
    outgoing.once('close', () => {
      open -= 1;
      if (!outgoing.writableFinished) left += 1;
      gone.abort();
    });
    const requested = {
      method: incoming.method ?? 'GET',
      url: new URL(incoming.url ?? '/', 'http://fake.invalid'),
      headers: incoming.headers,
      body: await text(incoming),
    };
    const now = isMeant({ ...requested, isEmpty: false }) ? mode : 'normal';
    const request = { ...requested, isEmpty: now === 'empty' };
    requests.push(request);
    if (now === 'down') return void outgoing.destroy();
    const signal = AbortSignal.any([gone.signal, closing.signal]);
    if (isMisbehaviour(now)) {
      const scene = { response: respond(request), path: incoming.url ?? '/', outgoing, signal };
      return await misbehave(now, scene);
    }
    if (typeof now === 'object' && ('bytesPerSecond' in now || 'stallsAfter' in now)) {
      return await send(incoming, outgoing, { ...respond(request), ...now });
    }
    if (typeof now === 'object') await wait(now, signal);
    const spoiled = Object.entries(SPOILED).find(([name]) => name === now)?.[1];
    await send(incoming, outgoing, spoiled ?? respond(request));
  }

  const server = createServer((incoming, outgoing) => {
    // A client that leaves, or a fake that closes, ends the wait.
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    behave: (next, only = () => true) => {
      mode = next;
      isMeant = only;
    },
    requests,
    count: (path = '/') => requests.filter(({ url }) => url.pathname.startsWith(path)).length,
    left: () => left,
    open: () => open,
    forget: () => {
      requests.length = 0;
      left = 0;
    },
    close: async () => {
      closing.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Rejects when the signal aborts. */
async function wait(
  mode: { readonly slowMs: number } | { readonly until: Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  if ('slowMs' in mode) await delay(mode.slowMs, undefined, { signal });
  else await Promise.race([mode.until, once(signal, 'abort')]);
  signal.throwIfAborted();
}

interface Pace {
  readonly bytesPerSecond?: number;
  readonly stallsAfter?: number;
}

async function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { body, file, headers = {}, status = 200, ...pace }: FakeResponse & Pace,
): Promise<void> {
  if (file !== undefined) return sendFile(incoming, outgoing, { file, headers, ...pace });
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const type = body === undefined || isText ? {} : { 'content-type': 'application/json' };
  outgoing.writeHead(status, { ...type, ...headers });
  outgoing.end(isText || body === undefined ? body : JSON.stringify(body));
}

export function json(body: object, status = 200): FakeResponse {
  return { status, body, headers: { 'content-type': 'application/json;charset=utf-8' } };
}
