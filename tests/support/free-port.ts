import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below 32768, where Linux takes the ports of `listen(0)` and of connections, so that no other test gets the port. */
const FIRST = 20_000;
const LAST = 32_000;

/** A port of loopback on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
