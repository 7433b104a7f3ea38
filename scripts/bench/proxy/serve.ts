// The servers of the benchmark, each in a process of its own; it sends its address to whoever started it.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { parseConfig } from '../../../apps/api/src/config/config.ts';
import { createLog } from '../../../apps/api/src/http/log.ts';
import { buildProxyApp } from '../../../apps/api/src/app.ts';
import { createProxyModule } from '../../../apps/api/src/proxy/proxy-module.ts';
import { createRequestMetrics } from '../../../apps/api/src/metrics/request-metrics.ts';

const BODY = Buffer.from(JSON.stringify({ text: 'x'.repeat(1_000) }));
const CHUNK = Buffer.alloc(256 * 1024, 7);

/** 1 KB of JSON at `/json`; anywhere else as many bytes as the path says. */
const serveBodies: RequestListener = ({ url = '/' }, outgoing) => {
  if (url === '/json') {
    outgoing.setHeader('content-type', 'application/json');
    outgoing.setHeader('content-length', BODY.length);
    return void outgoing.end(BODY);
  }
  let left = Number(url.slice(1));
  outgoing.writeHead(200, { 'content-type': 'video/mp4', 'content-length': left });
  const more = (): void => {
    while (left > 0) {
      const part = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
      left -= part.length;
      if (!outgoing.write(part) && left > 0) return void outgoing.once('drain', more);
    }
    outgoing.end();
  };
  more();
};

const fetchAndPipe: RequestListener = ({ method = 'GET', url = '/' }, outgoing) => {
  const destination = new URL(url, 'http://proxy').searchParams.get('destination') ?? '';
  fetch(destination, { method }).then(
    ({ body, headers, status }) => {
      outgoing.setHeader('access-control-allow-origin', '*');
      outgoing.writeHead(status, Object.fromEntries(headers));
      if (body) pipeline(body, outgoing).catch(() => outgoing.destroy());
      else outgoing.end();
    },
    () => outgoing.writeHead(502).end(),
  );
};

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
}

async function listenOurs(trusted: string): Promise<string> {
  const config = parseConfig({ OPERATOR_ALLOWED_HOSTS: trusted, RATE_LIMITS: 'off' });
  const app = await buildProxyApp({
    ...createProxyModule({
      config,
      fetch: () => Promise.reject(new Error('There is no captcha here.')),
      secret: 'never used',
      userAgent: 'Benchmark',
      now: Date.now,
      warn: console.warn,
    }),
    config,
    log: createLog('warn'),
    metrics: { requests: createRequestMetrics() },
    services: {
      tokens: { issue: async () => '', read: async () => undefined },
      callers: { find: async () => undefined },
    },
    version: '0',
  });
  return await app.listen({ host: '127.0.0.1', port: 0 });
}

const [, , role, trusted = ''] = process.argv;
if (role === 'upstream') process.send?.(await listen(serveBodies));
else if (role === 'plain') process.send?.(await listen(fetchAndPipe));
else process.send?.(await listenOurs(trusted));
