import type { FastifyRequest } from 'fastify';
import { ownHosts } from './origin.ts';

export interface PagePolicyOptions {
  readonly publicUrl: string | undefined;
  readonly frameAncestors: readonly string[];
  /** Those that this instance asks visitors to solve. */
  readonly captchas: readonly ('recaptcha' | 'turnstile')[];
  /** Whether films may go to a television. */
  readonly casts: boolean;
  /** Whether pages may embed trailers. */
  readonly trailers: boolean;
}

// The cast sender, by the folders that its scripts are loaded from.
const CAST_SCRIPTS = [
  'https://www.gstatic.com/cv/',
  'https://www.gstatic.com/cast/',
  'https://www.gstatic.com/eureka/',
];
const CAPTCHAS = {
  recaptcha: {
    scripts: ['https://www.gstatic.com/recaptcha/', 'https://www.google.com/recaptcha/'],
    frames: ['https://www.google.com'],
  },
  turnstile: {
    scripts: ['https://challenges.cloudflare.com/turnstile/'],
    frames: ['https://challenges.cloudflare.com'],
  },
} as const;
const TRAILER_FRAMES = ['https://www.youtube-nocookie.com'];
/** Films, posters, captions and servers may be anywhere, also on plain http in a home network. */
const ANYWHERE = ["'self'", 'https:', 'http:', 'blob:', 'data:'];

/**
 * Scripts are trusted by path, never by origin: the proxy answers from this origin too, and what it brings must not
 * run even when a browser forgets every other rule.
 */
export function pagePolicy(
  request: FastifyRequest,
  { publicUrl, frameAncestors, captchas, casts, trailers }: PagePolicyOptions,
): string {
  const hosts = [...ownHosts(request, publicUrl)].map(asSource);
  const own = (path: string): string[] => hosts.map((host) => `${host}${path}`);
  const scripts = [
    ...own('/assets/'),
    ...own('/config.js'),
    ...own('/sw.js'),
    ...(casts ? CAST_SCRIPTS : []),
    ...captchas.flatMap((name) => CAPTCHAS[name].scripts),
  ];
  const frames = [
    ...captchas.flatMap((name) => CAPTCHAS[name].frames),
    ...(trailers ? TRAILER_FRAMES : []),
  ];
  const directives: readonly (readonly [string, readonly string[]])[] = [
    ['default-src', ["'none'"]],
    ['script-src', scripts],
    ['style-src', [...own('/assets/')]],
    ['img-src', ANYWHERE],
    ['media-src', ANYWHERE],
    ['connect-src', ANYWHERE],
    ['font-src', ANYWHERE],
    // hls.js makes its worker out of a blob.
    ['worker-src', [...own('/assets/'), ...own('/sw.js'), 'blob:']],
    ['frame-src', frames.length > 0 ? frames : ["'none'"]],
    ['manifest-src', ["'self'"]],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', frameAncestors],
  ];
  return directives.map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

/** The policy's grammar has no IPv6 addresses; where one is visited, the port and the path must do. */
function asSource(host: string): string {
  return host.replace(/^\[.*\]/, '*');
}
