/** The servers that the product is compared with. They run in a separate process, which sends its URL to its parent. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { pipeline } from 'node:stream/promises';

export interface PlainServer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => void;
}

const JSON_BODY = Buffer.from(JSON.stringify({ text: 'x'.repeat(1_000) }));
const CHUNK = Buffer.alloc(256 * 1024, 7);

const PLAYLIST_LINES = 10_000;
const segment = (_: unknown, at: number): string =>
  `#EXTINF:6.006,\nindex_1080p_20261122T0353_${1_000_000 + at}.m4s\n`;
const PLAYLIST = Buffer.from(
  `#EXTM3U\n#EXT-X-TARGETDURATION:7\n${Array.from({ length: PLAYLIST_LINES / 2 }, segment).join('')}#EXT-X-ENDLIST\n`,
);

/** `/json`: 1 KB. `/{name}.m3u8`: a playlist. `/{size}.mp4`: that many bytes. `/list.json`: a manifest of all. */
const upstream: RequestListener = ({ url = '/', headers }, outgoing) => {
  const send = (type: string, body: Buffer) =>
    void outgoing.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);
  if (url === '/json') return send('application/json', JSON_BODY);
  if (url === '/list.json') return send('application/json', manifest(headers.host ?? ''));
  if (url.endsWith('.m3u8')) return send('application/vnd.apple.mpegurl', PLAYLIST);
  let left = Number(/\d+/.exec(url)?.[0] ?? 0);
  outgoing.writeHead(200, { 'content-type': 'video/mp4', 'content-length': left });
  const more = (): void => {
    while (left > 0) {
      const part = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
      left -= part.length;
      if (!outgoing.write(part) && left > 0) return void outgoing.once('drain', more);
    }
    outgoing.end();
  };
  return more();
};

const MIB = 1024 * 1024;

/** Movies with their TMDB IDs. */
export const MOVIES = [
  { tmdbId: 1, title: '64 KiB segments', file: '65536.mp4', bytes: MIB / 16 },
  { tmdbId: 2, title: '64 MiB files', file: '67108864.mp4', bytes: 64 * MIB },
  { tmdbId: 3, title: 'A playlist', file: 'main.m3u8', bytes: PLAYLIST.length },
] as const;

function manifest(host: string): Buffer {
  const movies = MOVIES.map(({ tmdbId, title, file }) => {
    const streams = [{ url: `http://${host}/${file}` }];
    return { tmdbId, title, rights: 'Public domain', streams };
  });
  return Buffer.from(JSON.stringify({ version: 1, name: 'Benchmark', movies }));
}

/** The simplest possible proxy. */
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

const LISTENERS = { upstream, fetchAndPipe };

export async function startPlainServer(name: keyof typeof LISTENERS): Promise<PlainServer> {
  const child = fork(import.meta.filename, [name]);
  const [url] = await once(child, 'message');
  return { url: String(url), pid: child.pid ?? 0, stop: () => child.kill() };
}

if (process.send) {
  const listener = process.argv[2] === 'upstream' ? upstream : fetchAndPipe;
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object') process.send(`http://127.0.0.1:${address?.port}`);
}
