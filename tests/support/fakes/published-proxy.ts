// The published proxy as its users run it: fetched responses have CORS headers, and its greeting has none.
import { startUpstream, type Upstream } from '../upstream.ts';

const FOR_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
};

export const startPublishedProxy = (): Promise<Upstream> =>
  startUpstream((request, response) => {
    const destination = new URL(request.url ?? '/', 'http://proxy.invalid').searchParams.get(
      'destination',
    );
    if (request.method === 'OPTIONS') return void response.writeHead(204, FOR_PAGES).end();
    if (destination === null)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: 'Proxy is working as expected (v2.1.4)' }));
    fetch(destination).then(
      async (answer) =>
        response
          .writeHead(answer.status, {
            ...FOR_PAGES,
            'content-type': answer.headers.get('content-type') ?? 'text/plain',
            'x-final-destination': answer.url,
          })
          .end(await answer.text()),
      () => response.writeHead(500, FOR_PAGES).end(),
    );
  });
