import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';

/** An outside server, from the view of the server under test. */
export interface Upstream {
  /** `127.0.0.1:port`, the format of OPERATOR_ALLOWED_HOSTS. */
  readonly host: string;
  readonly url: string;
  close(): Promise<void>;
}

export const startUpstream = (listener: RequestListener): Promise<Upstream> =>
  listen(createServer(listener));

/** A server that sends exactly these bytes to every client, valid HTTP or not. */
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
