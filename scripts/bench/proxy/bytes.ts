import { once } from 'node:events';
import { createServer } from 'node:http';

const CHUNK_BYTES = 256 * 1024;

/** Sends as many bytes as its path says. */
export async function serveBytes(): Promise<string> {
  const chunk = Buffer.alloc(CHUNK_BYTES, 7);
  const server = createServer(({ url = '/' }, outgoing) => {
    let left = Number(url.slice(1));
    outgoing.writeHead(200, { 'content-type': 'video/mp4', 'content-length': left });
    const more = (): void => {
      while (left > 0) {
        const part = left < chunk.length ? chunk.subarray(0, left) : chunk;
        left -= part.length;
        if (!outgoing.write(part) && left > 0) return void outgoing.once('drain', more);
      }
      outgoing.end();
    };
    more();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : '';
}
