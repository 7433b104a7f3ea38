import type { IncomingMessage } from 'node:http';

/**
 * Some clients send a Content-Type without a body. Fastify would wait forever for the end of that
 * body.
 */
export function ignoreContentTypeOfEmptyBody({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): void {
  if (method === 'GET' || headers['content-type'] === undefined) return;
  const length = headers['content-length'] ?? headers['transfer-encoding'];
  if (length === undefined) delete headers['content-type'];
}
