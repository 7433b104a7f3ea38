import { SCRAPE_BUDGET } from '@matinee/shared/contract/scrape';
import { describe, expect, test } from 'vitest';
import type { RateLimiter } from '../../apps/api/src/accounts/rate-limits.ts';
import { startTestApp } from '../support/app.ts';
import { address, open, startStubRelayWith } from '../support/stub-relay.ts';
import { text } from 'node:stream/consumers';

const MOVIE = { type: 'movie', title: 'Stub', releaseYear: '1968', tmdbId: '1' };

/** Each caller may use this much, and is then refused for 42 seconds. */
function budgetOf(max: number): RateLimiter & { readonly spent: Map<string, number> } {
  const spent = new Map<string, number>();
  return {
    spent,
    consume: async (_budget, caller, cost) => {
      const used = (spent.get(caller) ?? 0) + cost;
      if (used > max) return 42;
      spent.set(caller, used);
      return undefined;
    },
  };
}

function start(rateLimiter: RateLimiter) {
  return startStubRelayWith({ rateLimiter }, [{ id: 'a', after: 0, finds: 'stream' }]);
}

async function read(url: string, headers: Record<string, string> = {}) {
  const response = await open(url, headers);
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('the search budget of an address', () => {
  test('refuses the next search with a time to retry, in the usual error format', async () => {
    const { network, url } = await start(budgetOf(1));
    expect(await read(address(url, '/scrape', MOVIE))).toMatchObject({ status: 200 });
    const before = network.requests.length;
    const denied = await read(address(url, '/scrape', { ...MOVIE, title: 'Another' }));
    expect(denied).toMatchObject({ status: 429, headers: { 'retry-after': '42' } });
    expect(JSON.parse(denied.body)).toEqual({
      _errors: ['Too many searches. Try again in 42 seconds.'],
    });
    expect(network.requests).toHaveLength(before);
  });

  test('is shared by all three search routes', async () => {
    const { url } = await start(budgetOf(2));
    const status = async (path: string, query: Record<string, string>) =>
      (await read(address(url, path, query))).status;
    expect([
      await status('/scrape', MOVIE),
      await status('/scrape/source', { ...MOVIE, id: 'a' }),
      await status('/scrape/embed', { id: 'host', url: '0/stream' }),
    ]).toEqual([200, 200, 429]);
  });

  test('is not charged for shared searches, invalid queries and reconnects', async () => {
    const budgets = budgetOf(1);
    const { url } = await start(budgets);
    await read(address(url, '/scrape', MOVIE));
    const again = await read(address(url, '/scrape', MOVIE));
    const bad = await read(address(url, '/scrape', { ...MOVIE, title: '' }));
    const reconnecting = await read(address(url, '/scrape', { ...MOVIE, title: 'Another' }), {
      'last-event-id': '3',
    });
    expect([again, bad, reconnecting].map(({ status }) => status)).toEqual([200, 400, 204]);
    expect([...budgets.spent.values()]).toEqual([1]);
  });

  test('is charged for a search that a viewer repeats, which runs the sources again', async () => {
    const budgets = budgetOf(7);
    const { network, url } = await start(budgets);
    for (const [path, query] of [
      ['/scrape', MOVIE],
      ['/scrape/source', { ...MOVIE, id: 'a' }],
      ['/scrape/embed', { id: 'host', url: '0/stream' }],
    ] as const) {
      const run = async (fresh?: string) => {
        const before = network.requests.length;
        const asked = fresh === undefined ? query : { ...query, fresh };
        const { body } = await read(address(url, path, asked));
        expect(body).toContain('event: completed');
        return network.requests.slice(before).filter((each) => each.includes('/wait/')).length;
      };
      expect([await run(), await run(), await run('false')]).toEqual([1, 0, 0]);
      expect([await run('true'), await run()]).toEqual([1, 0]);
    }
    expect([...budgets.spent.values()]).toEqual([6]);
  });

  test('does not stop searches while the database is down', async () => {
    const { url } = await start({ consume: () => Promise.reject(new Error('away')) });
    expect(await read(address(url, '/scrape', MOVIE))).toMatchObject({ status: 200 });
  });

  test('is counted in the database, and not without rate limits', async () => {
    const [limited, free] = await Promise.all([
      startTestApp({ RATE_LIMITS: 'on' }),
      startTestApp({ RATE_LIMITS: 'off' }),
    ]);
    const statuses = async (base: string) => {
      const found = new Set<number | undefined>();
      for (let calls = 0; calls <= SCRAPE_BUDGET.max; calls += 1) {
        const query = { id: 'nobody', url: String(calls) };
        found.add((await read(address(base, '/scrape/embed', query))).status);
      }
      return [...found];
    };
    expect(await statuses(limited.url)).toEqual([200, 429]);
    expect(await statuses(free.url)).toEqual([200]);
    await Promise.all([limited.close(), free.close()]);
  });
});
