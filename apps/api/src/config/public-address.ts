import type { Config } from './config.ts';

type Listening = Pick<Config, 'HOST' | 'PORT' | 'PUBLIC_URL' | 'PUBLISHED_HOST' | 'PUBLISHED_PORT'>;

/** Returns the public URL that the server knows. For a container, returns the published one. */
export function publicAddress(config: Listening, port = String(config.PORT)): string {
  const listening = config.PUBLISHED_HOST ?? config.HOST;
  const host = ['0.0.0.0', '::'].includes(listening) ? 'localhost' : listening;
  const name = host.includes(':') ? `[${host}]` : host;
  return config.PUBLIC_URL ?? `http://${name}:${config.PUBLISHED_PORT ?? port}`;
}

export const invitationUrl = (address: string, code: string): string =>
  `${address}/register?invite=${code}`;
