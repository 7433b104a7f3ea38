import { createServer } from 'node:http';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { createFetchers } from './fetchers.ts';

const OWN_ADDRESS = '93.184.215.14';
const { signal } = new AbortController();

test.each(['own', 'named', 'public'] as const)(
  '%s: a public address of this machine is refused',
  async (trust) => {
    const fetchers = createFetchers(parseConfig({}), 'Test', () => [OWN_ADDRESS]);
    const fetched = fetchers[trust].fetch(`http://${OWN_ADDRESS}:8000/`, { signal });
    await expect(fetched).rejects.toThrow(`${OWN_ADDRESS} isn't a public address.`);
    await fetchers.close();
  },
);

test('a configured service on this machine is allowed', async () => {
  const service = createServer((_request, response) => response.end('ours'));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const config = parseConfig({ INTERNET_ARCHIVE_URL: `http://127.0.0.1:${port}` });
  const fetchers = createFetchers(config, 'Test', () => ['127.0.0.1']);
  for (const trust of ['own', 'named', 'public'] as const) {
    const { body } = await fetchers[trust].fetch(`http://127.0.0.1:${port}/`, { signal });
    expect(body).toBe('ours');
  }
  await fetchers.close();
  service.close();
});
