// TLS servers on loopback with self-signed certificates for `localhost`.
import { once } from 'node:events';
import { createServer, type TLSSocket } from 'node:tls';

/* cspell:disable */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGPRFmzdacvaZjyQ5
XWACUxu3t+uTNG2S/QZj8TDsJAShRANCAARSTjNWTRHqV5Jn7kvyUFXINAm3oKMD
78X1UZ0evvDpD98tvNZigXLeRqtXUQ2OJ+/8i4Wc++en33OwwWHJ6b4M
-----END PRIVATE KEY-----`;
/** Valid from 2026 to 2126. */
const VALID = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUbFyRWRFjM1v4cvQ5RalOJ2EjNHQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjAzMDk1M1oYDzIxMjYxMTAy
MDMwOTUzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARSTjNWTRHqV5Jn7kvyUFXINAm3oKMD78X1UZ0evvDpD98tvNZigXLe
RqtXUQ2OJ+/8i4Wc++en33OwwWHJ6b4Mo2kwZzAdBgNVHQ4EFgQUXK9wAR+8LVTz
sjqRm+U4BFb2A/MwHwYDVR0jBBgwFoAUXK9wAR+8LVTzsjqRm+U4BFb2A/MwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgQe4kJ45gYsP22Fwo1RAfjqjUx6cOsTqpydMy7ehUM4ECIQCxNuyuOvDt
VZkirmo3OQ+xJ8cSZaRAhVp8pcIdwYFO7g==
-----END CERTIFICATE-----`;
/** Valid for 90 days of 2020. */
const EXPIRED = `-----BEGIN CERTIFICATE-----
MIIBkzCCATmgAwIBAgIUC1Db2OOb1k2jdbKJNUcMa8t8JO0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTIwMDEwMTAwMDAwMFoXDTIwMDMzMTAw
MDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEUk4zVk0R6leSZ+5L8lBVyDQJt6CjA+/F9VGdHr7w6Q/fLbzWYoFy3kar
V1ENjifv/IuFnPvnp99zsMFhyem+DKNpMGcwHQYDVR0OBBYEFFyvcAEfvC1U87I6
kZvlOARW9gPzMB8GA1UdIwQYMBaAFFyvcAEfvC1U87I6kZvlOARW9gPzMA8GA1Ud
EwEB/wQFMAMBAf8wFAYDVR0RBA0wC4IJbG9jYWxob3N0MAoGCCqGSM49BAMCA0gA
MEUCIQD3/HQ8w1n+gEV3zBwg+Y9QysLA302ovsTJvSy506PmMQIgchnCowDYtpYg
FS7B2dfy5x/QBtdhLCcDqK1r7fTiPIk=
-----END CERTIFICATE-----`;
/* cspell:enable */

export interface TlsServer {
  /** `https://localhost:port`. */
  readonly url: string;
  readonly close: () => void;
}

/** Starts a server that accepts connections and sends nothing. */
export async function startTls(certificate: 'valid' | 'expired'): Promise<TlsServer> {
  const sockets = new Set<TLSSocket>();
  const server = createServer({ key: KEY, cert: certificate === 'valid' ? VALID : EXPIRED });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `https://localhost:${address.port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
