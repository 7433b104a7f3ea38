import { backendUrl, sessionStore } from '#data/session.ts';

/**
 * Headers that tell a relay who is signed in: it shows the operator's own movies to accounts only. Only the account server
 * itself gets them; any other relay could use the session.
 */
export function sessionHeaders(relay: string): Readonly<Record<string, string>> {
  const { account } = sessionStore.getState();
  return account && isAccountServer(relay) ? { authorization: `Bearer ${account.token}` } : {};
}

export function isAccountServer(relay: string): boolean {
  const server = backendUrl();
  return server !== undefined && addressOf(relay) === addressOf(server);
}

const addressOf = (url: string): string | undefined => URL.parse(url)?.href;
