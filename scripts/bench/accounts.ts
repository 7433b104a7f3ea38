// Measures the server's processor time per account request, compared with `GET /meta` in the same run.
// Passes command-line arguments such as `--cpu-prof` to the server's Node. Linux only.
import { z } from 'zod';
import { createClient, measureCost, type Client, type Cost } from './support/load.ts';
import { startServer, type Server } from './support/server.ts';
import { verdict } from './support/statistics.ts';
import {
  addBookmarks,
  addProgress,
  createUsers,
  importBody,
  PROGRESS,
  type User,
} from './support/users.ts';

const USERS = 32;
const ROUNDS = 3;
const ROUND_SECONDS = 3;
const IMPORTS_PER_ROUND = 100;

interface Phase {
  readonly name: string;
  /** A quarter of the time that a movie-web server takes. */
  readonly goalMs?: number;
  readonly once: (n: number) => Promise<number>;
  /** Set for a phase that needs a fresh account each time. */
  readonly count?: number;
}

const Challenge = z.object({ challenge: z.string() });

async function createPhases(server: Server, client: Client): Promise<readonly Phase[]> {
  const { database, secret } = server;
  const users = await createUsers(database, secret, USERS);
  // Use separate users for logins, because users have a limited number of sessions and readers need theirs.
  const loginUsers = await createUsers(database, secret, USERS);
  const newUsers = [...(await createUsers(database, secret, IMPORTS_PER_ROUND * (ROUNDS + 1)))];
  const userIds = users.map(({ userId }) => userId);
  await addProgress(database, userIds);
  await addBookmarks(database, userIds);
  await database.query('VACUUM ANALYZE');

  const pick = (n: number, among = users): User => {
    const user = among[n % among.length];
    if (!user) throw new Error('There are no users');
    return user;
  };
  const get = (pathOf: (user: User) => string) => async (n: number) => {
    const user = pick(n);
    return (await client.send({ method: 'GET', path: pathOf(user), headers: user.headers })).status;
  };
  const items = importBody(PROGRESS);
  return [
    { name: 'GET /meta', once: get(() => '/meta') },
    { name: 'GET /users/@me', goalMs: 0.35, once: get(() => '/users/@me') },
    {
      name: 'GET 500 progress',
      goalMs: 2.4,
      once: get((user) => `/users/${user.userId}/progress`),
    },
    {
      name: 'GET 200 bookmarks',
      goalMs: 1.2,
      once: get((user) => `/users/${user.userId}/bookmarks`),
    },
    { name: 'PUT one progress', goalMs: 0.6, once: (n) => putProgress(client, pick(n), n) },
    {
      name: 'import 500 new items',
      goalMs: 8,
      count: IMPORTS_PER_ROUND,
      once: () => importProgress(client, newUsers.pop(), items),
    },
    {
      name: 'login, start and complete',
      goalMs: 1.5,
      once: (n) => logIn(client, pick(n, loginUsers)),
    },
  ];
}

async function putProgress(client: Client, { userId, headers }: User, n: number): Promise<number> {
  const movie = (n * 2) % PROGRESS;
  const meta = { type: 'movie', title: `A title of the usual length ${movie}`, year: 1922 };
  const body = JSON.stringify({ meta, duration: 5400, watched: n % 5400 });
  const path = `/users/${userId}/progress/${100_000 + movie}`;
  return (await client.send({ method: 'PUT', path, headers, body })).status;
}

async function importProgress(
  client: Client,
  user: User | undefined,
  body: string,
): Promise<number> {
  if (!user) throw new Error('Every new user has imported already');
  const path = `/users/${user.userId}/progress/import`;
  return (await client.send({ method: 'PUT', path, headers: user.headers, body })).status;
}

/** Creates the signature in this process, to keep its cost out of the server's. */
async function logIn(client: Client, { publicKey, sign }: User): Promise<number> {
  const post = (path: string, body: object) =>
    client.send({ method: 'POST', path, body: JSON.stringify(body) });
  const started = await post('/auth/login/start', { publicKey });
  if (started.status !== 200) return started.status;
  const { challenge } = Challenge.parse(JSON.parse(started.body));
  const signed = { code: challenge, signature: sign(challenge) };
  const completed = { publicKey, challenge: signed, device: 'a.b.c' };
  return (await post('/auth/login/complete', completed)).status;
}

/** Returns the minimum of several rounds, which is most accurate because other processes only add time. */
const least = (costs: readonly Cost[], side: 'server' | 'postgres'): number =>
  Math.min(...costs.map((cost) => cost[side]));

function print({ name, goalMs }: Phase, costs: readonly Cost[], metaMs: number): void {
  const serverMs = least(costs, 'server');
  const cells = [
    name.padEnd(28),
    serverMs.toFixed(3).padStart(9),
    `${(serverMs / metaMs).toFixed(1)}x`.padStart(8),
    least(costs, 'postgres').toFixed(3).padStart(9),
    String(costs.reduce((sum, { requests }) => sum + requests, 0)).padStart(8),
  ];
  const goal = goalMs === undefined ? '' : `  goal ${goalMs}: ${verdict(serverMs <= goalMs)}`;
  const failures = costs.flatMap((cost) => [...cost.failures]);
  const failed = failures.map(([status, count]) => `  ${count} x status ${status}`).join('');
  console.log(`${cells.join('')}${goal}${failed}`);
}

const server = await startServer();
const client = createClient(server.url);
try {
  const phases = await createPhases(server, client);
  const costs = new Map<Phase, Cost[]>(phases.map((phase) => [phase, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const phase of phases) {
      const { once, count } = phase;
      const limit = count === undefined ? { seconds: ROUND_SECONDS } : { count };
      const cost = await measureCost(server, { once, ...limit });
      // The first round compiles the code.
      if (round >= 0) costs.get(phase)?.push(cost);
    }
  }
  console.log('                            server ms   x meta  postgres   count');
  const [meta] = [...costs.values()];
  for (const [phase, all] of costs) print(phase, all, least(meta ?? [], 'server'));
} finally {
  client.close();
  await server.stop();
}
