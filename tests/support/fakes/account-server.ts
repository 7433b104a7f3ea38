// Account servers of the first and second generation that store what they receive, with their observed behavior.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { json, startFake, type Fake, type FakeResponse, type FakeRequest } from './http.ts';
import type { Generation } from './older-server.ts';

const Opening = z.object({
  publicKey: z.string(),
  device: z.string(),
  profile: z.unknown().optional(),
});
const Bookmark = z.object({
  tmdbId: z.string(),
  meta: z.object({ title: z.string(), year: z.number(), type: z.string() }).loose(),
  group: z.array(z.string()).optional(),
  favoriteEpisodes: z.array(z.string()).optional(),
});
const Item = z.looseObject({ tmdbId: z.string() });
const Rating = z.looseObject({ tmdb_id: z.number() });
const Values = z.record(z.string(), z.unknown());

type Settings = Readonly<Record<string, unknown>>;

/** The second generation sends these for an account without stored settings, and supports no others. */
const DEFAULTS: Settings = {
  applicationTheme: null,
  applicationLanguage: 'en',
  defaultSubtitleLanguage: null,
  proxyUrls: null,
  sourceOrder: [],
  disabledSources: [],
  enableAutoplay: true,
  enableThumbnails: false,
  enableSkipCredits: true,
};
const FIRST_SETTINGS = [
  'applicationTheme',
  'applicationLanguage',
  'defaultSubtitleLanguage',
  'proxyUrls',
];

interface Account {
  readonly id: string;
  readonly publicKey: string;
  readonly bookmarks: Map<string, object>;
  readonly progress: Map<string, object>;
  readonly history: Map<string, object>;
  readonly ratings: Map<string, object>;
  settings: Settings | undefined;
  groupOrder: unknown;
}

export interface AccountServer extends Fake {
  /** The only account, or the one created last. */
  readonly account: () => Account;
}

export async function startAccountServer(generation: Generation): Promise<AccountServer> {
  const accounts = new Map<string, Account>();
  /** Sessions by token. */
  const sessions = new Map<string, { readonly account: Account; readonly device: string }>();
  const isFirst = generation === 'original';

  const failure = (status: number, message: string): FakeResponse =>
    json(isFirst ? { errorType: 'message', message } : { error: true, message }, status);

  function open(account: Account, device: string): FakeResponse {
    const token = randomUUID();
    sessions.set(token, { account, device });
    return json({ ...whoIs(token), token });
  }

  function whoIs(token: string) {
    const session = sessions.get(token);
    const { id = '', publicKey = '' } = session?.account ?? {};
    const at = new Date().toISOString();
    const profile = { colorA: '#2E65CF', colorB: '#7652DD', icon: 'userGroup' };
    return {
      user: { id, publicKey, namespace: 'movie-web', profile },
      session: { id: token, createdAt: at, accessedAt: at, device: session?.device },
    };
  }

  function enter(path: string, body: string): FakeResponse | undefined {
    if (path === '/meta')
      return json({ name: 'Another server', version: '1.3.2', hasCaptcha: false });
    if (path === '/auth/register/start') return json({ challenge: randomUUID() });
    if (path === '/auth/login/start') {
      const { publicKey } = Opening.pick({ publicKey: true }).parse(JSON.parse(body));
      if (!accounts.has(publicKey)) return failure(401, 'User cannot be found');
      return json({ challenge: randomUUID() });
    }
    if (path !== '/auth/register/complete' && path !== '/auth/login/complete') return undefined;
    const { publicKey, device } = Opening.parse(JSON.parse(body));
    const account = accounts.get(publicKey) ?? newAccount(publicKey);
    accounts.set(publicKey, account);
    return open(account, device);
  }

  function bookmarks({ bookmarks: all }: Account, { method, body, id }: Requested): FakeResponse {
    if (method === 'GET') return json([...all.values()]);
    if (method === 'DELETE') {
      all.delete(id);
      return json({ tmdbId: id });
    }
    if (isFirst && method === 'POST' && all.has(id)) return failure(400, 'Already bookmarked');
    const items = z.array(Bookmark).parse([JSON.parse(body)].flat());
    for (const { tmdbId, meta, group = [], favoriteEpisodes = [] } of items) {
      // A field that is left out is cleared.
      const extras = isFirst ? {} : { group, favoriteEpisodes };
      all.set(tmdbId, { tmdbId, meta, ...extras, updatedAt: new Date().toISOString() });
    }
    return json(items);
  }

  function settings(account: Account, { method, body }: Requested): FakeResponse {
    const known = isFirst ? FIRST_SETTINGS : Object.keys(DEFAULTS);
    if (method === 'PUT') {
      const given = Object.entries(Values.parse(JSON.parse(body))).filter(([name]) =>
        known.includes(name),
      );
      const isOdd = ([name, value]: [string, unknown]) =>
        name === 'applicationLanguage' && value === null;
      if (!isFirst && given.some(isOdd)) return failure(400, 'Validation error');
      const unset = isFirst ? Object.fromEntries(known.map((name) => [name, null])) : {};
      account.settings = { ...unset, ...account.settings, ...Object.fromEntries(given) };
    }
    return json({ id: account.id, ...(isFirst ? {} : DEFAULTS), ...account.settings });
  }

  function rows(all: Map<string, object>, { method, body, id }: Requested): FakeResponse {
    if (method === 'GET') return json([...all.values()]);
    if (method === 'DELETE') {
      all.delete(id);
      return json({ tmdbId: id, count: 1 });
    }
    for (const item of z.array(Item).parse([JSON.parse(body)].flat()))
      all.set(item.tmdbId, { ...item, updatedAt: new Date().toISOString() });
    return json({ success: true });
  }

  function groupOrder(account: Account, { method, body }: Requested): FakeResponse {
    if (method === 'PUT') account.groupOrder = JSON.parse(body);
    return json({ groupOrder: account.groupOrder });
  }

  function ratings(
    { id: userId, ratings: all }: Account,
    { method, body }: Requested,
  ): FakeResponse {
    if (method === 'GET') return json({ userId, ratings: [...all.values()] });
    const rating = Rating.parse(JSON.parse(body));
    all.set(String(rating.tmdb_id), rating);
    return json({ userId, rating });
  }

  function respond(request: FakeRequest): FakeResponse {
    const { method, url, body } = request;
    const path = url.pathname;
    const unknown = json({ message: `Route ${method}:${path} not found`, statusCode: 404 }, 404);
    if (method === 'OPTIONS') return { status: 204 };
    const entered = enter(path, body);
    if (entered) return entered;
    const token = String(request.headers.authorization ?? '').replace(/^Bearer /, '');
    const account = sessions.get(token)?.account;
    if (!account) return failure(401, 'Not logged in');
    if (path === '/users/@me') return json(whoIs(token));
    if (path.startsWith('/sessions/') && method === 'DELETE') {
      sessions.delete(token);
      return json({ id: token });
    }
    const [, , , what = '', id = ''] = path.split('/');
    const requested = { method, body, id };
    if (what === 'bookmarks') return bookmarks(account, requested);
    if (what === 'progress') return rows(account.progress, requested);
    if (what === 'settings') return settings(account, requested);
    if (isFirst) return unknown;
    if (what === 'watch-history') return rows(account.history, requested);
    if (what === 'ratings') return ratings(account, requested);
    return what === 'group-order' ? groupOrder(account, requested) : unknown;
  }

  const fake = await startFake((request) => {
    const { headers, ...rest } = respond(request);
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
      'access-control-allow-headers': 'authorization,content-type,accept',
    };
    return { ...rest, headers: { ...headers, ...cors } };
  });
  return {
    ...fake,
    account: () => [...accounts.values()].at(-1) ?? newAccount(''),
  };
}

interface Requested {
  readonly method: string;
  readonly body: string;
  /** The id of a title. */
  readonly id: string;
}

const newAccount = (publicKey: string): Account => ({
  id: randomUUID(),
  publicKey,
  bookmarks: new Map(),
  progress: new Map(),
  history: new Map(),
  ratings: new Map(),
  settings: undefined,
  groupOrder: [],
});
