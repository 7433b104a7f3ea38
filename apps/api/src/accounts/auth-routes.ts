import {
  completeLogin,
  completeRegister,
  startLogin,
  startRegister,
} from '@matinee/shared/contract/auth';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import type { Login } from './login.ts';
import type { Registration } from './registration.ts';

export interface AuthServices {
  readonly registration: Registration;
  readonly login: Login;
}

export function authRoutes({ registration, login }: AuthServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(startRegister),
      handler: async ({ body }) => ({
        challenge: await registration.start(body),
      }),
    });
    app.route({
      ...route(completeRegister),
      handler: ({ body, headers }) => registration.complete(body, headers['user-agent']),
    });
    app.route({
      ...route(startLogin),
      handler: async ({ body }) => ({ challenge: await login.start(body.publicKey) }),
    });
    app.route({
      ...route(completeLogin),
      handler: ({ body, headers }) => login.complete(body, headers['user-agent']),
    });
  };
}
