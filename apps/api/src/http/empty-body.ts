import type { IncomingMessage } from 'node:http';

/**
 * Some clients say of which type the body is that they do not send. Fastify would wait for its end, which never comes of
 * a message that ends with its head.
 */
export function ignoreContentTypeOfEmptyBody({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): void {
  if (method === 'GET' || headers['content-type'] === undefined) return;
  const length = headers['content-length'] ?? headers['transfer-encoding'];
  if (length === undefined) delete headers['content-type'];
}
