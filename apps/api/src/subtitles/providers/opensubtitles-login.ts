import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { countRetry } from '#lib/measurements.ts';
import { fetchJson } from '../fetch-json.ts';
import { KeyRejectedError } from '../service.ts';

export interface OpenSubtitlesAccount {
  readonly user: string;
  readonly password: string;
}

export interface OpenSubtitlesLoginOptions {
  readonly base: string;
  readonly account?: OpenSubtitlesAccount | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetcher;
  readonly now: () => number;
}

interface Access {
  /** The base URL for this account. Some accounts have their own host. */
  readonly base: string;
  readonly authorization: Readonly<Record<string, string>>;
}

export interface OpenSubtitlesLogin {
  /**
   * Calls `act` with access. Signs in first if needed, and again if the service has invalidated the token.
   */
  readonly use: <T>(act: (access: Access) => Promise<T>, signal: AbortSignal) => Promise<T>;
}

const TOKEN_LIFETIME_MS = 23 * 60 * 60 * 1_000;
const LoginReply = z.object({ token: z.string().min(1), base_url: z.string().optional() });

export function createOpenSubtitlesLogin({
  base,
  account,
  headers,
  fetch,
  now,
}: OpenSubtitlesLoginOptions): OpenSubtitlesLogin {
  let known: { readonly access: Promise<Access>; readonly since: number } | undefined;

  async function signIn({ user, password }: OpenSubtitlesAccount): Promise<Access> {
    const reply = await fetchJson(fetch, {
      url: `${base}/login`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ username: user, password }),
      schema: LoginReply,
      // Callers share the sign-in, so none of them may abort it. It has a timeout.
      signal: new AbortController().signal,
    });
    return {
      base: loginBase(base, reply.base_url),
      authorization: { authorization: `Bearer ${reply.token}` },
    };
  }

  function access(): Promise<Access> {
    if (!account) return Promise.resolve({ base, authorization: {} });
    if (!known || now() - known.since > TOKEN_LIFETIME_MS) {
      const attempt = { access: signIn(account), since: now() };
      known = attempt;
      attempt.access.catch(() => {
        if (known === attempt) known = undefined;
      });
    }
    return known.access;
  }

  return {
    async use(act, signal) {
      const given = access();
      try {
        return await act(await given);
      } catch (error) {
        signal.throwIfAborted();
        // Don't retry after a failed sign-in, because there is no token that could have expired.
        if (!(error instanceof KeyRejectedError) || !account || (await isRejected(given)))
          throw error;
        known = undefined;
        countRetry('OpenSubtitles login');
        return await act(await access());
      }
    },
  };
}

async function isRejected(access: Promise<Access>): Promise<boolean> {
  return await access.then(
    () => false,
    () => true,
  );
}

/** Accepts another host only if it belongs to OpenSubtitles. */
export function loginBase(configured: string, named: string | undefined): string {
  const url = new URL(configured);
  const isOpenSubtitlesHost = (host: string): boolean =>
    /^(?:[\w-]+\.)*opensubtitles\.com$/i.test(host);
  if (named === undefined || !isOpenSubtitlesHost(url.hostname) || !isOpenSubtitlesHost(named))
    return configured;
  url.hostname = named;
  return url.href.replace(/\/+$/, '');
}
