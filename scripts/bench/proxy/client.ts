import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client that costs next to nothing: it knows how long an answer is, and counts bytes. */
export async function ask(proxy: string, destination: string): Promise<Socket> {
  const { hostname, host, port } = new URL(proxy);
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, 'connect');
  const path = `/?destination=${encodeURIComponent(destination)}`;
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: */*\r\nSec-Fetch-Site: same-origin\r\n\r\n`;
  socket.on('again', () => socket.write(request));
  socket.emit('again');
  return socket;
}

/** Reads so many bytes each tenth of a second, until it is destroyed. */
export async function readSlowly(
  proxy: string,
  destination: string,
  bytesPerTick: number,
): Promise<Socket> {
  const socket = await ask(proxy, destination);
  let allowance = bytesPerTick;
  socket.on('data', (chunk: Buffer) => {
    allowance -= chunk.length;
    if (allowance <= 0) socket.pause();
  });
  const tick = setInterval(() => {
    allowance += bytesPerTick;
    if (allowance > 0) socket.resume();
  }, 100);
  socket.once('close', () => clearInterval(tick));
  return socket;
}
