import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { errorCode } from './run-checks.ts';

export interface Certificate {
  /** Milliseconds since 1970. */
  readonly validFrom: number;
  readonly validTo: number;
  /** The error code of an invalid certificate. Empty for a valid one. */
  readonly error: string;
}

/** Connects to a server and reads its certificate, valid or not. `host`: as in a URL. */
export const readCertificate = (
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<Certificate> =>
  new Promise((resolve, reject) => {
    const name = host.replace(/^\[|\]$/g, '');
    const socket = connect({
      host: name,
      port,
      rejectUnauthorized: false,
      ...(isIP(name) === 0 && { servername: name }),
    });
    const abort = (): void => void socket.destroy(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', abort));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
      const error = errorText(socket.authorizationError);
      socket.destroy();
      resolve({ validFrom: Date.parse(from), validTo: Date.parse(to), error });
    });
  });

/** Returns the error code. Node's types say `Error`, but some versions report only the code. */
const errorText = (error: unknown): string =>
  error instanceof Error ? errorCode(error) : typeof error === 'string' ? error : '';
