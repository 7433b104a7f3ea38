import type { onSendHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import type { ChangeMarker } from './change-marker.ts';
import { authOf } from '#accounts/access-plugin.ts';

/** Marks a successful change of an account, so that its other sessions see it. */
export const markChanges = fastifyPlugin<{ readonly changeMarker: ChangeMarker }>(
  async (app, options) => {
    // Before the response is sent: a page that closes does not wait for it.
    const mark: onSendHookHandler = (request, reply, _payload, done) => {
      if (reply.statusCode < 400) options.changeMarker.markChanged(authOf(request));
      done();
    };
    app.addHook('onRoute', (route) => {
      const { access, endpoint } = route.config ?? {};
      if (access !== 'self' || endpoint?.method === 'GET') return;
      route.onSend = [route.onSend ?? [], mark].flat();
    });
  },
);
