import { z } from 'zod';

/** TMDB has two kinds of keys: read access tokens (JWTs) and older 32-digit keys. */
function isToken(key: string): boolean {
  return key.startsWith('eyJ') || key.split('.').length === 3;
}

export interface TmdbCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export function tmdbCredentials(key: string): TmdbCredentials {
  return isToken(key)
    ? { headers: { authorization: `Bearer ${key}` }, query: {} }
    : { headers: {}, query: { api_key: key } };
}

const Claims = z.object({ scopes: z.array(z.string()) });

/**
 * Trusts the scopes in the token. Without scopes, a JWT counts as read-only, as in other TMDB
 * clients.
 */
export function isReadOnly(key: string): boolean {
  const [, claims, signature] = key.split('.');
  if (claims === undefined || signature === undefined) return false;
  const scopes = Claims.safeParse(decode(claims)).data?.scopes;
  return scopes === undefined || scopes.every((scope) => scope === 'api_read');
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
