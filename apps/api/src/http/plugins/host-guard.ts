import { fastifyPlugin } from 'fastify-plugin';
import ipaddr from 'ipaddr.js';
import { ApiError } from '#http/api-error.ts';

export interface HostGuardOptions {
  /** Names of this server in public DNS. */
  readonly hosts: ReadonlySet<string>;
}

const MESSAGE =
  'Unknown host name. If you run this site, add the name to ALLOWED_HOSTS or set PUBLIC_URL.';

/** Sends 421 (RFC 9110, section 15.5.20) for unknown host names, which may be DNS rebinding. */
export const hostGuard = fastifyPlugin<HostGuardOptions>(async (app, { hosts }) => {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { host = '' } = request.headers;
    // `request.host` is the forwarded host if a trusted proxy sent the request.
    const given = request.host === host ? [host] : [host, request.host];
    const denied = given.find((name) => !isAllowedHost(name, hosts));
    if (denied === undefined) return done();
    if (!isWarned) {
      isWarned = true;
      const name = nameOf(denied).slice(0, 100);
      app.log.warn(
        { host: name },
        'host name not allowed: if visitors use it, add it to ALLOWED_HOSTS',
      );
    }
    done(new ApiError(421, MESSAGE));
  });
});

/**
 * Top-level names that public DNS doesn't resolve: those of RFC 6761, 6762 and 8375, `.internal`, and routers' `.lan`.
 */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|lan|localdomain|home\.arpa|test)$/;

/**
 * Allows listed public names, IP addresses and local names. A hostile site can resolve its own name to this server (DNS
 * rebinding).
 */
function isAllowedHost(host: string, listed: ReadonlySet<string>): boolean {
  const name = nameOf(host);
  return (
    listed.has(name) ||
    !name.includes('.') ||
    LOCAL_NAME.test(name) ||
    ipaddr.IPv4.isValidFourPartDecimal(name)
  );
}

/** Removes the port and the final dot. Returns an empty name for an IPv6 address. */
function nameOf(host: string): string {
  if (host.startsWith('[')) return '';
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
