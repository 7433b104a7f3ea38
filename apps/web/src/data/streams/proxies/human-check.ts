// Solves captchas for proxies and relays that require one. A solved captcha yields a token for some minutes; requests
// wait while a screen shows the captcha.
import { createStore } from 'zustand/vanilla';
import { config } from '#config.ts';
import { z } from 'zod';

export class HumanCheckError extends Error {
  override name = 'HumanCheckError';
}

export interface CaptchaRequest {
  readonly siteKey: string;
  readonly solved: (token: string) => void;
}

/** Null while no captcha is required. */
export const humanCheckStore = createStore<{ readonly request: CaptchaRequest | null }>(() => ({
  request: null,
}));

interface ProvenRequest<A> {
  readonly signal?: AbortSignal | undefined;
  readonly send: (proof: string | undefined) => Promise<A>;
  /** Whether the response rejects the proof. */
  readonly isRejection: (response: A) => boolean;
}

/** Limits the wait, because the user may have left. */
const SOLVE_TIMEOUT_MS = 120_000;

let queue: Promise<unknown> = Promise.resolve();

/** Sends with the cached token, else with a solved captcha. Sends without proof if none is required. */
export async function withHumanProof<A>(request: ProvenRequest<A>): Promise<A> {
  const siteKey = config.TURNSTILE_KEY;
  const cached = tokenProof();
  if (siteKey === undefined) return request.send(cached);
  if (cached !== undefined) {
    const response = await request.send(cached);
    if (!request.isRejection(response)) return response;
    clearToken(cached);
  }
  // One captcha serves concurrent requests: the response to the first brings the token for the others.
  const response = queue.then(() => solveAndSend(siteKey, request));
  queue = response.catch(() => undefined);
  return response;
}

async function solveAndSend<A>(
  siteKey: string,
  { signal, send, isRejection }: ProvenRequest<A>,
): Promise<A> {
  signal?.throwIfAborted();
  const response = await send(tokenProof() ?? `turnstile|${await solve(siteKey, signal)}`);
  if (isRejection(response)) throw new HumanCheckError("The captcha wasn't accepted");
  return response;
}

async function solve(siteKey: string, signal: AbortSignal | undefined): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onAbort = () => reject(signal?.reason);
  const timer = setTimeout(
    () => reject(new HumanCheckError("The captcha wasn't solved in time")),
    SOLVE_TIMEOUT_MS,
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  humanCheckStore.setState({ request: { siteKey, solved: resolve } });
  try {
    return await promise;
  } finally {
    humanCheckStore.setState({ request: null });
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

const Token = z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/);
const Claims = z.object({ exp: z.number().optional() });
/** The token must not expire in transit. */
const MARGIN_SECONDS = 5;

/** Tokens stay only in the memory of this page. */
let stored: { readonly token: string; readonly endsAtSeconds: number } | undefined;

/** Ignores values that are not tokens. */
export function storeToken(given: unknown): void {
  const token = Token.safeParse(given).data;
  const claims = token === undefined ? undefined : claimsOf(token);
  if (token === undefined || !claims) return;
  stored = { token, endsAtSeconds: claims.exp ?? Number.POSITIVE_INFINITY };
}

/** The value to send. Proxies and relays of one operator accept each other's tokens. */
export function tokenProof(now = Date.now()): string | undefined {
  if (stored && now / 1000 > stored.endsAtSeconds - MARGIN_SECONDS) stored = undefined;
  return stored && `jwt|${stored.token}`;
}

/** A token is valid for one IP address only, which may change. */
export function clearToken(proof: string): void {
  if (stored && proof === `jwt|${stored.token}`) stored = undefined;
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
