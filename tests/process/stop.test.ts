// Stops the built server while connections are open.
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isAlive, runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';
import { dataFolder } from '../support/matinee-process.ts';
import { startMatinee, temporaryFolder } from '../support/process.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const MOVIE = 'type=movie&title=Nothing&releaseYear=1920&tmdbId=1';

/** Sends `bytes` on a new connection. Resolves at the first response, or at once if none is expected. */
async function connected(url: string, bytes: string, isAnswered = true): Promise<net.Socket> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  if (isAnswered) await once(socket, 'data');
  socket.resume();
  return socket;
}

const openRequest = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n\r\n`;

/** An archive that never responds, and a movie that never ends. */
async function startOutThere(): Promise<Upstream & { readonly requested: readonly string[] }> {
  const requested: string[] = [];
  const upstream = await startUpstream(({ url = '' }, response) => {
    requested.push(url);
    if (!url.startsWith('/film')) return;
    response.writeHead(200, { 'content-type': 'video/mp4' }).write('the first frame');
  });
  onTestFinished(() => upstream.close());
  return { ...upstream, requested };
}

test('a search, a movie, an idle connection and an incomplete request do not delay the end', async () => {
  const upstream = await startOutThere();
  const dataDir = temporaryFolder();
  const matinee = startMatinee({
    dataDir,
    environment: { INTERNET_ARCHIVE_URL: upstream.url, OPERATOR_ALLOWED_HOSTS: upstream.host },
  });
  const url = await matinee.ready();
  const postgres = runningPostmaster(dataFolder(dataDir))?.pid ?? 0;
  const open = await Promise.all([
    connected(url, openRequest(`/scrape?${MOVIE}`)),
    connected(url, openRequest(`/proxy?destination=${encodeURIComponent(`${upstream.url}/film`)}`)),
    connected(url, openRequest('/healthz')),
    connected(url, 'GET /meta HTTP/1.1\r\nHost: ', false),
  ]);
  await vi.waitFor(() => expect(upstream.requested).toHaveLength(2));

  matinee.kill('SIGTERM');
  // A forced stop would end with 1.
  expect(await matinee.ended()).toBe(0);
  await vi.waitFor(() => expect(open.every(({ closed }) => closed)).toBe(true));
  expect(isAlive(postgres)).toBe(false);
  const log = fs.readFileSync(path.join(dataDir, 'postgres/server.log'), 'utf8');
  expect(log.trimEnd()).toMatch(/database system is shut down$/);
});
