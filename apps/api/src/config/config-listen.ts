// Options for the listening address and the public address.
import { z } from 'zod';
import { hostName, option, origin } from './config-fields.ts';

export const listenOptions = {
  PORT: option(z.coerce.number().int().min(0).max(65_535).default(8080), {
    help: 'The port to listen on.',
    allowed: 'a whole number from 0 to 65535',
  }),
  HOST: option(hostName.default('0.0.0.0'), {
    help: 'The address to listen on; 127.0.0.1 for this machine only. The default lets televisions and phones in the home connect.',
    allowed: 'an IP address',
  }),
  PUBLIC_URL: option(origin.optional(), {
    help: 'The public address, if it is not the one that the server sees.',
    allowed: 'an http or https address without a path',
  }),
  PUBLISHED_HOST: option(hostName.optional(), {
    help: 'The address that a container is published at, for the start-up message; docker-compose.yml sets it to HOST.',
    allowed: 'an IP address',
  }),
  PUBLISHED_PORT: option(z.coerce.number().int().min(1).max(65_535).optional(), {
    help: 'The port that a container is published at; docker-compose.yml sets it to PORT.',
    allowed: 'a whole number from 1 to 65535',
  }),
};
