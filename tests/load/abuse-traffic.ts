// The clients of `abuse.ts`, in a separate process so that their work does not delay what is measured.
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Account {
  readonly userId: string;
  readonly token: string;
}

export interface Orders {
  readonly url: string;
  readonly senders: readonly Account[];
  readonly exporters: readonly Account[];
}

/** Counts of requests by status; `none` counts complete requests without a response. */
export type Tally = Record<string, number>;
export type Outcome = Record<string, Tally>;

const HALF_BODY_BYTES = 4 * 1024 * 1024;
const SENT_BYTES = 64 * 1024;
const TRICKLE_EVERY_MS = 2_000;
const DROPPING_CLIENTS = 200;
const DROP_EVERY_MS = 5_000;
const PROBING_CONNECTIONS = 100;
const FLOODING_CONNECTIONS = 8;
const ANSWER_LIMIT_MS = 120_000;

const stopping = new AbortController();
const { signal } = stopping;

const count = (tally: Tally, what: string): void => {
  tally[what] = (tally[what] ?? 0) + 1;
};

/** Sends the beginning of a large body, then a byte now and then; resolves when the server closes. */
async function holdHalfBody(
  url: string,
  account: Account,
  address: string,
  tally: Tally,
): Promise<void> {
  const { hostname, port, host } = new URL(url);
  while (!signal.aborted) {
    await new Promise<void>((over) => {
      const socket: Socket = connect(Number(port), hostname);
      const trickle = setInterval(() => socket.write(' '), TRICKLE_EVERY_MS);
      const leave = (): void => void socket.destroy();
      signal.addEventListener('abort', leave, { once: true });
      socket.on('connect', () => {
        count(tally, 'opened');
        socket.write(
          `PUT /users/${account.userId}/progress/import HTTP/1.1\r\nhost: ${host}\r\n` +
            `authorization: Bearer ${account.token}\r\nx-forwarded-for: ${address}\r\n` +
            `content-type: application/json\r\ncontent-length: ${HALF_BODY_BYTES}\r\n\r\n[` +
            ' '.repeat(SENT_BYTES),
        );
      });
      socket.once('data', (data: Buffer) => count(tally, data.toString('latin1').slice(9, 12)));
      socket.on('error', () => undefined);
      socket.once('close', () => {
        clearInterval(trickle);
        signal.removeEventListener('abort', leave);
        over();
      });
    });
    await pause(100);
  }
}

interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent?: Agent;
}

/** Resolves with the response, or undefined without one. */
const open = ({ url, headers, agent }: Call): Promise<IncomingMessage | undefined> =>
  new Promise((opened) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
    const call = request(url, { headers, agent: agent ?? false, signal: limit }, opened);
    call.once('error', () => opened(undefined));
    call.end();
  });

/** Whether the complete response arrived. */
const drain = (response: IncomingMessage): Promise<boolean> =>
  new Promise((ended) => {
    response.once('close', () => ended(response.complete));
    response.on('error', () => undefined);
    response.resume();
  });

async function call(to: Call, tally: Tally): Promise<void> {
  const response = await open(to);
  const isWhole = response !== undefined && (await drain(response));
  if (signal.aborted) return;
  count(tally, isWhole ? String(response.statusCode) : 'none');
}

/** Aborts at the first bytes of the response. */
async function drop(to: Call, tally: Tally): Promise<void> {
  const response = await open(to);
  if (signal.aborted) return;
  count(tally, response ? `${response.statusCode} dropped` : 'none');
  response?.on('error', () => undefined).once('data', () => response.destroy());
  response?.resume();
}

const bearer = ({ token }: Account, address: string) => ({
  authorization: `Bearer ${token}`,
  'x-forwarded-for': address,
});

/** Reconnects every few seconds; the clients do so at different times. */
async function dropAgain(to: Call, tally: Tally, share: number): Promise<void> {
  await pause(share * DROP_EVERY_MS, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    await drop(to, tally);
    await pause(DROP_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Also counts the bytes that arrive, since an export under abuse may outlast the run. */
async function exportAgain(to: Call, tally: Tally): Promise<void> {
  while (!signal.aborted) {
    const response = await open(to);
    response?.on('data', (chunk: Buffer) => {
      tally.bytes = (tally.bytes ?? 0) + chunk.length;
    });
    const isComplete = response !== undefined && (await drain(response));
    if (!signal.aborted) count(tally, isComplete ? String(response.statusCode) : 'none');
    await pause(250);
  }
}

async function hammer(to: Call, tally: Tally): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!signal.aborted) await call({ ...to, agent }, tally);
  agent.destroy();
}

async function run(orders: Orders): Promise<void> {
  const { url, senders, exporters } = orders;
  const outcome = {
    'half-sent bodies': {},
    'dropped answers': {},
    exports: {},
    'GET /readyz': {},
    'flood of 404': {},
  };
  const probe = (index: number) => ({ 'x-forwarded-for': `192.0.2.${1 + (index % 10)}` });
  await Promise.all([
    ...senders.map((account, index) =>
      holdHalfBody(url, account, `203.0.113.${index + 1}`, outcome['half-sent bodies']),
    ),
    ...Array.from({ length: DROPPING_CLIENTS }, async (_, index) => {
      const account = exporters[index % exporters.length];
      if (!account) return;
      const headers = bearer(account, `203.0.113.${index + 1}`);
      const to = { url: `${url}/users/${account.userId}/progress`, headers };
      await dropAgain(to, outcome['dropped answers'], index / DROPPING_CLIENTS);
    }),
    ...exporters.map((account, index) => {
      const headers = bearer(account, `203.0.113.${100 + index}`);
      return exportAgain(
        { url: `${url}/users/${account.userId}/export`, headers },
        outcome.exports,
      );
    }),
    ...Array.from({ length: PROBING_CONNECTIONS }, (_, index) =>
      hammer({ url: `${url}/readyz`, headers: probe(index) }, outcome['GET /readyz']),
    ),
    ...Array.from({ length: FLOODING_CONNECTIONS }, () =>
      hammer(
        { url: `${url}/x/${'a'.repeat(500)}`, headers: { 'x-forwarded-for': '192.0.2.200' } },
        outcome['flood of 404'],
      ),
    ),
  ]);
  process.send?.(outcome);
}

process.on('message', (message: Orders | 'stop') => {
  if (message === 'stop') stopping.abort();
  else void run(message);
});
