import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { ownHosts } from '#http/origin.ts';

export interface SecurityOptions {
  readonly publicUrl: string | undefined;
  readonly frameAncestors: readonly string[];
}

// The cast sender and the captchas, by the folders that their scripts are loaded from.
const FOREIGN_SCRIPTS = [
  'https://www.gstatic.com/cv/',
  'https://www.gstatic.com/cast/',
  'https://www.gstatic.com/eureka/',
  'https://www.gstatic.com/recaptcha/',
  'https://www.google.com/recaptcha/',
  'https://challenges.cloudflare.com/turnstile/',
];
const FOREIGN_FRAMES = ['https://challenges.cloudflare.com', 'https://www.google.com'];
/** Films, posters, captions and servers may be anywhere, also on plain http in a home network. */
const ANYWHERE = ["'self'", 'https:', 'http:', 'blob:', 'data:'];

/** What browsers are told about every answer; an answer that says it itself (the proxy's) keeps its own. */
export const securityHeaders = fastifyPlugin<SecurityOptions>(async (app, options) => {
  app.addHook('onSend', async (request, reply) => {
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
    const policy = isPage
      ? pagePolicy(request, options)
      : "default-src 'none'; frame-ancestors 'none'";
    const headers = {
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    };
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
  });
});

/**
 * Scripts are trusted by path, never by origin: the proxy answers from this origin too, and what it brings must not
 * run even when a browser forgets every other rule.
 */
export function pagePolicy(
  request: FastifyRequest,
  { publicUrl, frameAncestors }: SecurityOptions,
): string {
  const hosts = [...ownHosts(request, publicUrl)];
  const own = (path: string): string[] => hosts.map((host) => `${host}${path}`);
  const scripts = [...own('/assets/'), ...own('/config.js'), ...own('/sw.js')];
  const directives: readonly (readonly [string, readonly string[]])[] = [
    ['default-src', ["'none'"]],
    ['script-src', [...scripts, ...FOREIGN_SCRIPTS]],
    ['style-src', [...own('/assets/')]],
    ['img-src', ANYWHERE],
    ['media-src', ANYWHERE],
    ['connect-src', ANYWHERE],
    ['font-src', ANYWHERE],
    // hls.js makes its worker out of a blob.
    ['worker-src', [...own('/assets/'), ...own('/sw.js'), 'blob:']],
    ['frame-src', FOREIGN_FRAMES],
    ['manifest-src', ["'self'"]],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', frameAncestors],
  ];
  return directives.map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
