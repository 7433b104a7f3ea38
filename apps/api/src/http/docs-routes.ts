import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { notFound } from './api-error.ts';
import { policySources, pageHeaders, printPolicy } from './page-policy.ts';
import { openApiDocument, type DocumentInfo, type EndpointRegistry } from './openapi-document.ts';

export interface DocsOptions extends DocumentInfo {
  readonly registry: EndpointRegistry;
  readonly publicUrl: string | undefined;
  /** The viewer's files. */
  readonly viewer: string;
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Matinee API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="viewer"></main>
<noscript><p>The document itself: <a href="/openapi.json">/openapi.json</a></p></noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Turns off third-party requests, such as the validator. */
const START = `SwaggerUIBundle({
  dom_id: '#viewer',
  url: '/openapi.json',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
`;

/** Allows scripts by path, because the proxy serves this origin, too. */
function docsPolicy(request: FastifyRequest, publicUrl: string | undefined): string {
  const sources = policySources(request, publicUrl);
  return printPolicy([
    ['default-src', ["'none'"]],
    ['script-src', [...sources('/docs/swagger-ui-bundle.js'), ...sources('/docs/start.js')]],
    // The viewer creates style elements.
    ['style-src', [...sources('/docs/swagger-ui.css'), "'unsafe-inline'"]],
    ['img-src', ["'self'", 'data:']],
    ['connect-src', ["'self'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
  ]);
}

/** Serves `/openapi.json` and its viewer. */
export function docsRoutes({
  registry,
  viewer,
  publicUrl,
  ...about
}: DocsOptions): FastifyPluginAsync {
  let document: string | undefined;
  return async (app) => {
    app.get('/openapi.json', (_request, reply) => {
      document ??= JSON.stringify(openApiDocument(registry.endpoints(), about), null, 2);
      return reply.type('application/json; charset=utf-8').send(document);
    });
    app.get('/docs', (request, reply) => {
      if (!existsSync(viewer))
        throw notFound("The API viewer isn't built. Use /openapi.json instead.");
      return reply
        .headers({
          ...pageHeaders(request, publicUrl),
          'content-security-policy': docsPolicy(request, publicUrl),
          'cache-control': 'no-cache',
        })
        .removeHeader('access-control-allow-origin')
        .removeHeader('access-control-expose-headers')
        .type('text/html; charset=utf-8')
        .send(PAGE);
    });
    app.get('/docs/start.js', (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(START),
    );
    if (existsSync(viewer)) {
      await app.register(fastifyStatic, {
        root: viewer,
        prefix: '/docs/',
        wildcard: false,
        index: false,
        decorateReply: false,
      });
    }
  };
}
