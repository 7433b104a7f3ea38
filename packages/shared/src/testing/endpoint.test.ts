import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';

const common = { method: 'GET', path: '/', access: 'public', reply: z.string() } as const;

test('misspelt members of an endpoint and its budget do not compile', () => {
  // @ts-expect-error -- the member is called `bodyLimit`.
  expect(endpoint({ ...common, bodylimit: 1 })).toBeDefined();
  // @ts-expect-error -- the member is called `store`.
  expect(endpoint({ ...common, budget: { bucket: 'a', max: 1, seconds: 1, stores: 'memory' } }))
    // The value itself passes through unchanged.
    .toMatchObject(common);
  const valid = {
    ...common,
    budget: { bucket: 'a', max: 1, seconds: 1, store: 'memory' },
  } as const;
  expect(endpoint(valid)).toBe(valid);
});
