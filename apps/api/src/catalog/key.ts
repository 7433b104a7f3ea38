import { z } from 'zod';

/** TMDB has two kinds of keys, told apart by shape: a read access token (a JWT) and an older 32-digit key. */
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

/** A token that says what it may do is believed; one that does not is judged by its shape, as TMDB's other clients do. */
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
