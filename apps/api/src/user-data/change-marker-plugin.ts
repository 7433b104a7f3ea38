import type { onSendHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import type { ChangeMarker } from './change-marker.ts';
import { authOf } from '#accounts/access-plugin.ts';

/** Whatever changes something of an account is news for its other sessions, once it has gone well. */
export const markChanges = fastifyPlugin<{ readonly changeMarker: ChangeMarker }>(
  async (app, options) => {
    // Before it is sent: whoever leaves a page does not wait for the answer.
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
