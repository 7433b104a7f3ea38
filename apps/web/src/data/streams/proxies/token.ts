// A proxy's or a relay's word that a person is asking: given for a solved captcha, good for minutes, kept for this page only.
import { z } from 'zod';

const Token = z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/);
const Claims = z.object({ exp: z.number().optional() });
/** So that it does not end on its way. */
const SPARE_SECONDS = 5;

let kept: { readonly token: string; readonly endsAtSeconds: number } | undefined;

/** What is no token changes nothing. */
export function keepToken(given: unknown): void {
  const token = Token.safeParse(given).data;
  const claims = token === undefined ? undefined : claimsOf(token);
  if (token === undefined || !claims) return;
  kept = { token, endsAtSeconds: claims.exp ?? Number.POSITIVE_INFINITY };
}

/** As it is sent; proxies and relays of one operator believe each other's. */
export function tokenProof(now = Date.now()): string | undefined {
  if (kept && now / 1000 > kept.endsAtSeconds - SPARE_SECONDS) kept = undefined;
  return kept && `jwt|${kept.token}`;
}

/** It was not accepted: a token is good for one address only, and people move. */
export function forgetToken(proof: string): void {
  if (kept && proof === `jwt|${kept.token}`) kept = undefined;
}

function claimsOf(token: string): z.infer<typeof Claims> | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return Claims.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
