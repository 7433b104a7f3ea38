import type { FastifyRequest } from 'fastify';
import { publicHosts, publicOrigin } from './public-url.ts';

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
    // hls.js makes its worker out of a blob.
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
 * The policy's grammar has no IPv6 addresses. Where one is visited, `*` with the port and path stands for it, and a
 * second policy, which must hold as well, has `'self'` in its place: together they are this origin and the path.
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

/** This server's own path as a source, under each host that the visitor knows it by. */
export function policySources(
  request: FastifyRequest,
  publicUrl: string | undefined,
): (path: string) => string[] {
  const hosts = [...publicHosts(request, publicUrl)].map((host) => host.replace(/^\[.*\]/, '*'));
  return (path) => hosts.map((host) => `${host}${path}`);
}

/** Denies browser features that no page here uses; the others stay with the page and its frames. */
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

/** Around a page: nobody else's window holds it, no other site embeds it as a resource, and it may not use the camera. */
export function pageHeaders(request: FastifyRequest, publicUrl: string | undefined) {
  const { hostname, protocol } = new URL(publicOrigin(request, publicUrl));
  // Browsers complain of it where the connection is not secure, and take no notice of it.
  const isSecure = protocol === 'https:' || /^(?:localhost|127\..*|\[::1\])$/.test(hostname);
  return {
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    ...(isSecure && { 'cross-origin-opener-policy': 'same-origin' }),
  };
}
