// What is measured, and how much of the server's processor time it may cost.
import { z } from 'zod';
import type { Client } from './drive.ts';
import { importBody, PROGRESS, type Person } from './people.ts';

export interface Phase {
  readonly name: string;
  /** Milliseconds. */
  readonly atMost?: number;
  readonly once: (n: number) => Promise<number>;
  /** Of a phase that needs a fresh account each time. */
  readonly count?: number;
}

interface Stage {
  readonly client: Client;
  readonly people: readonly Person[];
  /** Accounts that only sign in: an account has so many sessions, and the others need theirs. */
  readonly visitors: readonly Person[];
  /** Accounts that have nothing yet; each is taken once. */
  readonly newcomers: () => Person;
}

const Challenge = z.object({ challenge: z.string() });

export const META = 'GET /meta';

export function phasesOf(stage: Stage, imports: number): readonly Phase[] {
  const { client, people, visitors, newcomers } = stage;
  const each = (n: number, among = people): Person => {
    const person = among[n % among.length];
    if (!person) throw new Error('nobody is there');
    return person;
  };
  const get = (pathOf: (person: Person) => string) => async (n: number) => {
    const person = each(n);
    return (await client.ask({ method: 'GET', path: pathOf(person), headers: person.headers }))
      .status;
  };
  const items = importBody(PROGRESS);
  return [
    {
      name: META,
      once: async () => (await client.ask({ method: 'GET', path: '/meta' })).status,
    },
    { name: 'GET /users/@me', atMost: 0.35, once: get(() => '/users/@me') },
    {
      name: 'GET 500 progress',
      atMost: 2.4,
      once: get(({ userId }) => `/users/${userId}/progress`),
    },
    {
      name: 'GET 200 bookmarks',
      atMost: 1.2,
      once: get(({ userId }) => `/users/${userId}/bookmarks`),
    },
    { name: 'GET settings', once: get(({ userId }) => `/users/${userId}/settings`) },
    { name: 'PUT one progress', atMost: 0.6, once: (n) => putOne(client, each(n), n) },
    {
      name: 'import 500 new items',
      atMost: 8,
      count: imports,
      once: () => importInto(client, newcomers(), items),
    },
    {
      name: 'login, start and complete',
      atMost: 1.5,
      once: (n) => login(client, each(n, visitors)),
    },
  ];
}

async function putOne(client: Client, { userId, headers }: Person, n: number): Promise<number> {
  const film = (n * 2) % PROGRESS;
  const meta = { type: 'movie', title: `A title of the usual length ${film}`, year: 1922 };
  const body = JSON.stringify({ meta, duration: 5400, watched: n % 5400 });
  const path = `/users/${userId}/progress/${100_000 + film}`;
  return (await client.ask({ method: 'PUT', path, headers, body })).status;
}

export async function importInto(client: Client, person: Person, body: string): Promise<number> {
  const path = `/users/${person.userId}/progress/import`;
  return (await client.ask({ method: 'PUT', path, headers: person.headers, body })).status;
}

/** The signature is made in this process, so it is no cost of the server. */
async function login(client: Client, { publicKey, sign }: Person): Promise<number> {
  const post = (path: string, body: object) =>
    client.ask({ method: 'POST', path, body: JSON.stringify(body) });
  const started = await post('/auth/login/start', { publicKey });
  if (started.status !== 200) return started.status;
  const { challenge } = Challenge.parse(JSON.parse(started.body));
  const signed = { code: challenge, signature: sign(challenge) };
  return (await post('/auth/login/complete', { publicKey, challenge: signed, device: 'a.b.c' }))
    .status;
}

/** Reads whose statements are counted. */
export const readsOf = ({ userId }: Person): readonly string[] => [
  '/users/@me',
  ...['bookmarks', 'progress', 'settings', 'group-order', 'watch-history', 'ratings', 'lists'].map(
    (what) => `/users/${userId}/${what}`,
  ),
  `/users/${userId}/sessions`,
];
