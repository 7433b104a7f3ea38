import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';

/** A server somewhere out there, as far as the server under test can tell. */
export interface Upstream {
  /** `127.0.0.1:port`, as OPERATOR_ALLOWED_HOSTS wants it. */
  readonly host: string;
  readonly url: string;
  close(): Promise<void>;
}

export const startUpstream = (listener: RequestListener): Promise<Upstream> =>
  listen(createServer(listener));

/** One that says exactly these bytes to everybody, proper HTTP or not. */
export const startBytes = (bytes: (socket: Socket) => void): Promise<Upstream> =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined).resume();
      bytes(socket);
    }),
  );

async function listen(server: Server): Promise<Upstream> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
