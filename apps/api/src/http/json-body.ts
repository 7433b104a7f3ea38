import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from './api-error.ts';
import { cutBody } from './item-list.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a list, which may be long: see `listRoute`. */
    isReadInParts?: boolean;
  }
}

const NUL = String.raw`\u0000`;
/** The same where it is an escape itself, not the end of an escaped backslash. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Bodies are JSON. None at all is fine where none is needed, whatever the content type promised. */
export function acceptJson(app: FastifyInstance): void {
  // Also refuses keys that would become a prototype.
  const parse = app.getDefaultJsonParser('error', 'error');
  const read = (request: FastifyRequest, text: string): unknown => {
    // PostgreSQL cannot keep one, and no title, id or name of ours has one.
    if (text.includes(NUL) && ESCAPED_NUL.test(text))
      throw badRequest('NUL characters are not accepted.');
    // It answers before it returns.
    const answer: { error?: Error | null; body?: unknown } = {};
    void parse(request, text, (error, body) => void Object.assign(answer, { error, body }));
    if (answer.error) throw answer.error;
    return answer.body;
  };
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      const readText = (text: string): unknown => read(request, text);
      const cut = request.routeOptions.config.isReadInParts && cutBody(bytes, readText);
      const body = cut || readWhole(bytes, readText);
      // Only when the text is let go of: it may be megabytes, and what comes now takes several times as much.
      queueMicrotask(() => done(null, body));
    },
  );
}

/** Fastify answers what it throws. */
function readWhole(bytes: Buffer, read: (text: string) => unknown): unknown {
  const text = bytes.toString();
  return text.trim() === '' ? undefined : read(text);
}
