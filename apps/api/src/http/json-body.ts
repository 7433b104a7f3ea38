import type { FastifyInstance } from 'fastify';
import { badRequest } from './api-error.ts';

const NUL = String.raw`\u0000`;
/** The same where it is an escape itself, not the end of an escaped backslash. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Bodies are JSON. None at all is fine where none is needed, whatever the content type promised. */
export function acceptJson(app: FastifyInstance): void {
  // Also refuses keys that would become a prototype.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (text.trim() === '') return done(null, undefined);
      // PostgreSQL cannot keep one, and no title, id or name of ours has one.
      if (text.includes(NUL) && ESCAPED_NUL.test(text))
        return done(badRequest('NUL characters are not accepted.'));
      // Only when the text is let go of: it may be megabytes, and what comes now takes several times as much.
      return parse(request, text, (error, body) => queueMicrotask(() => done(error, body)));
    },
  );
}
