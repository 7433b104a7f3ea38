import { expect, test } from 'vitest';
import { catalogMetadata } from './scrape-module.ts';

const never = new AbortController().signal;

test('a movie is requested as its page requests it', async () => {
  const requested: unknown[] = [];
  const factsOf = catalogMetadata(async (path, query) => {
    requested.push([path, query]);
    const body = JSON.stringify({ title: 'The Open Door', release_date: '1925-01-01' });
    return { status: 200, body };
  });
  expect(await factsOf('77', never)).toMatchObject({ titles: ['The Open Door'], year: 1925 });
  expect(requested).toEqual([
    ['/movie/77', { language: 'en-US', append_to_response: 'external_ids' }],
  ]);
});

test('a title that the catalog lacks has no metadata', async () => {
  const factsOf = catalogMetadata(async () => ({ status: 404, body: '{}' }));
  expect(await factsOf('77', never)).toBeUndefined();
});

test('an unreachable catalog is a failure and not an empty response', async () => {
  const factsOf = catalogMetadata(async () => ({ status: 503, body: '{}' }));
  await expect(factsOf('77', never)).rejects.toThrow('status 503');
});
