import type { Config } from './config.ts';

type Listening = Pick<Config, 'HOST' | 'PORT' | 'PUBLIC_URL'>;

/** Where visitors find this server, as far as it can know that. */
export function publicAddress(config: Listening, port = String(config.PORT)): string {
  const host = ['0.0.0.0', '::'].includes(config.HOST) ? 'localhost' : config.HOST;
  return config.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export const invitationLink = (address: string, code: string): string =>
  `${address}/register?invite=${code}`;
