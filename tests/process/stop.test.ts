// Stops the built server while connections are open.
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isAlive, runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';
import { dataFolder, startMatinee, temporaryFolder } from '../support/process.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const FILM = 'type=movie&title=Nothing&releaseYear=1920&tmdbId=1';

/** A connection on which `bytes` were sent; resolves when the first answer came, or at once when none will. */
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

const ask = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n\r\n`;

/** An archive that never answers, and a movie that never ends. */
async function startOutThere(): Promise<Upstream & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const there = await startUpstream(({ url = '' }, answer) => {
    asked.push(url);
    if (!url.startsWith('/film')) return;
    answer.writeHead(200, { 'content-type': 'video/mp4' }).write('the first frame');
  });
  onTestFinished(() => there.close());
  return { ...there, asked };
}

test('a search, a movie, an idle connection and half a request do not hold up the end', async () => {
  const there = await startOutThere();
  const dataDir = temporaryFolder();
  const matinee = startMatinee({
    dataDir,
    environment: { INTERNET_ARCHIVE_URL: there.url, OPERATOR_ALLOWED_HOSTS: there.host },
  });
  const url = await matinee.ready();
  const postgres = runningPostmaster(dataFolder(dataDir))?.pid ?? 0;
  const open = await Promise.all([
    connected(url, ask(`/scrape?${FILM}`)),
    connected(url, ask(`/proxy?destination=${encodeURIComponent(`${there.url}/film`)}`)),
    connected(url, ask('/healthz')),
    connected(url, 'GET /meta HTTP/1.1\r\nHost: ', false),
  ]);
  await vi.waitFor(() => expect(there.asked).toHaveLength(2));

  matinee.kill('SIGTERM');
  // A stop that had to be forced ends with 1.
  expect(await matinee.ended()).toBe(0);
  await vi.waitFor(() => expect(open.every(({ closed }) => closed)).toBe(true));
  expect(isAlive(postgres)).toBe(false);
  const log = fs.readFileSync(path.join(dataDir, 'postgres/server.log'), 'utf8');
  expect(log.trimEnd()).toMatch(/database system is shut down$/);
});
