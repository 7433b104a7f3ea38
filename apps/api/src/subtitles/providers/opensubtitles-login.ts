import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { ask } from '../fetch-json.ts';
import { KeyRefused } from '../service.ts';

export interface Account {
  readonly user: string;
  readonly password: string;
}

export interface LoginOptions {
  readonly base: string;
  readonly account?: Account | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetcher;
  readonly now: () => number;
}

interface Access {
  /** Where this account is served: some have a host of their own. */
  readonly base: string;
  readonly authorization: Readonly<Record<string, string>>;
}

export interface Login {
  /** Does something as the account, signing in where that has not happened or is no longer known there. */
  readonly use: <T>(act: (access: Access) => Promise<T>, signal: AbortSignal) => Promise<T>;
}

const LASTS_MS = 23 * 60 * 60 * 1_000;
const Answer = z.object({ token: z.string().min(1), base_url: z.string().optional() });

export function createLogin({ base, account, headers, fetch, now }: LoginOptions): Login {
  let known: { readonly access: Promise<Access>; readonly since: number } | undefined;

  async function signIn({ user, password }: Account): Promise<Access> {
    const answer = await ask(fetch, {
      url: `${base}/login`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ username: user, password }),
      schema: Answer,
      // All who wait need it, so none of them ends it; its time limit does.
      signal: new AbortController().signal,
    });
    return {
      base: baseOf(base, answer.base_url),
      authorization: { authorization: `Bearer ${answer.token}` },
    };
  }

  function access(): Promise<Access> {
    if (!account) return Promise.resolve({ base, authorization: {} });
    if (!known || now() - known.since > LASTS_MS) {
      const mine = { access: signIn(account), since: now() };
      known = mine;
      mine.access.catch(() => {
        if (known === mine) known = undefined;
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
        // Only a token that was good once can have been forgotten.
        if (!(error instanceof KeyRefused) || !account || (await isRefused(given))) throw error;
        known = undefined;
        return await act(await access());
      }
    },
  };
}

async function isRefused(access: Promise<Access>): Promise<boolean> {
  return await access.then(
    () => false,
    () => true,
  );
}

/** The other host that it names, only where it is one of its own. */
export function baseOf(configured: string, told: string | undefined): string {
  const url = new URL(configured);
  const isTheirs = (host: string): boolean => /^(?:[\w-]+\.)*opensubtitles\.com$/i.test(host);
  if (told === undefined || !isTheirs(url.hostname) || !isTheirs(told)) return configured;
  url.hostname = told;
  return url.href.replace(/\/+$/, '');
}
