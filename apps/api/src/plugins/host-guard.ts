import { fastifyPlugin } from 'fastify-plugin';
import { ApiError } from '#http/api-error.ts';
import { isAllowedHost, nameOf } from '#http/allowed-hosts.ts';

export interface HostGuardOptions {
  /** Names of this server in public DNS. */
  readonly hosts: ReadonlySet<string>;
}

const MESSAGE =
  'This server does not answer under that host name. Its operator can list it in ALLOWED_HOSTS or PUBLIC_URL.';

/** Answers 421 (RFC 9110, section 15.5.20) to names that may be a hostile site's, rebound to this server's address. */
export const hostGuard = fastifyPlugin<HostGuardOptions>(async (app, { hosts }) => {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    // `request.host` is the forwarded host when a trusted proxy sent the request.
    const given = [request.headers.host ?? '', request.host];
    const refused = given.find((host) => !isAllowedHost(host, hosts));
    if (refused === undefined) return done();
    if (!isWarned) {
      isWarned = true;
      const host = nameOf(refused).slice(0, 100);
      app.log.warn({ host }, 'host name not allowed: if visitors use it, list it in ALLOWED_HOSTS');
    }
    done(new ApiError(421, MESSAGE));
  });
});
