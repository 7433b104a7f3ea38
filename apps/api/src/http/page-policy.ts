import type { FastifyRequest } from 'fastify';
import { publicHosts, publicOrigin } from './public-url.ts';

export interface PagePolicyOptions {
  readonly publicUrl: string | undefined;
  readonly frameAncestors: readonly string[];
  /** The captchas that this server uses. */
  readonly captchas: readonly ('recaptcha' | 'turnstile')[];
  /** Whether pages may cast to a television. */
  readonly casts: boolean;
  /** Whether pages may embed trailers. */
  readonly trailers: boolean;
}

// The folders that the cast sender's scripts are loaded from.
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
/** Movies, posters, captions and servers may be on any host, even with plain HTTP in a home network. */
const ANYWHERE = ["'self'", 'https:', 'http:', 'blob:', 'data:'];

/**
 * Allows scripts by path, never by origin. The proxy serves this origin, too. Proxied scripts must not run even if a
 * browser ignores all other rules.
 */
export function pagePolicy(
  request: FastifyRequest,
  { publicUrl, frameAncestors, captchas, casts, trailers }: PagePolicyOptions,
): string {
  const sources = policySources(request, publicUrl);
  const scripts = [
    ...sources('/assets/'),
    ...sources('/config.js'),
    ...sources('/sw.js'),
    ...(casts ? CAST_SCRIPTS : []),
    ...captchas.flatMap((name) => CAPTCHAS[name].scripts),
  ];
  const frames = [
    ...captchas.flatMap((name) => CAPTCHAS[name].frames),
    ...(trailers ? TRAILER_FRAMES : []),
  ];
  const directives: readonly Directive[] = [
    ['default-src', ["'none'"]],
    ['script-src', scripts],
    ['style-src', [...sources('/assets/')]],
    ['img-src', ANYWHERE],
    ['media-src', ANYWHERE],
    ['connect-src', ANYWHERE],
    ['font-src', ANYWHERE],
    // hls.js creates its worker from a blob.
    ['worker-src', [...sources('/assets/'), ...sources('/sw.js'), 'blob:']],
    ['frame-src', frames.length > 0 ? frames : ["'none'"]],
    ['manifest-src', ["'self'"]],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', frameAncestors],
  ];
  return printPolicy(directives);
}

export type Directive = readonly [name: string, sources: readonly string[]];

/**
 * Prints the policy. CSP's grammar has no IPv6 addresses, so `*` with port and path replaces one. A second policy with
 * `'self'` also applies. Together they mean this origin and path.
 */
export function printPolicy(directives: readonly Directive[]): string {
  const isAnyHost = (source: string): boolean => source.startsWith('*');
  const publicOrigin = directives
    .filter(([, sources]) => sources.some(isAnyHost))
    .map(([name, sources]): Directive => {
      const exact = sources.map((source) => (isAnyHost(source) ? "'self'" : source));
      return [name, [...new Set(exact)]];
    });
  const print = (policy: readonly Directive[]): string =>
    policy.map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
  return publicOrigin.length === 0
    ? print(directives)
    : `${print(directives)}, ${print(publicOrigin)}`;
}

/** Returns CSP sources for a path of this server, one for each of its hosts. */
export function policySources(
  request: FastifyRequest,
  publicUrl: string | undefined,
): (path: string) => string[] {
  const hosts = [...publicHosts(request, publicUrl)].map((host) => host.replace(/^\[.*\]/, '*'));
  return (path) => hosts.map((host) => `${host}${path}`);
}

/** Browser features that no page here uses. Pages and their frames may use all others. */
const DENIED_FEATURES = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * Returns headers that isolate a page from other windows and sites, and deny unused browser features.
 */
export function pageHeaders(request: FastifyRequest, publicUrl: string | undefined) {
  const { hostname, protocol } = new URL(publicOrigin(request, publicUrl));
  // On insecure connections, browsers ignore this header and log a warning.
  const isSecure = protocol === 'https:' || /^(?:localhost|127\..*|\[::1\])$/.test(hostname);
  return {
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    ...(isSecure && { 'cross-origin-opener-policy': 'same-origin' }),
  };
}
