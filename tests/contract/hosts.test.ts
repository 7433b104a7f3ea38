import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

const DENIED = expect.stringContaining('ALLOWED_HOSTS');

const send = (server: TestApp, host: string, path = '/meta') =>
  request(server.url).get(path).set('Host', host);

describe('a server with a configured name', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp({
      PUBLIC_URL: 'https://films.example.org',
      ALLOWED_HOSTS: 'tv.example.net',
      PROXY_HOST: 'proxy.example.org',
      CORS_PROXY_URL: '|type=api|https://relay.example.org:8443',
    });
  });
  afterAll(() => server.close());

  test.each([
    'films.example.org',
    'FILMS.example.org.:8443',
    'tv.example.net:8080',
    'proxy.example.org',
    'relay.example.org:8443',
    'localhost:8080',
    'app:8080',
    'cinema.local',
    'cinema.lan:8080',
    '127.0.0.1',
    '192.168.1.2:8080',
    '[::1]:8080',
  ])('answers %s', async (host) => {
    await send(server, host).expect(200);
  });

  test.each([
    'evil.example',
    'films.example.org.evil.example',
    'evil-films.example.org',
    '127.0.0.1.evil.example',
    'localhost.evil.example:8080',
    'fritz.box',
  ])('answers %s, which may be a rebound name, with 421', async (host) => {
    for (const path of [
      '/meta',
      '/',
      '/config.js',
      '/nothing',
      '/proxy?destination=http://a.test',
    ]) {
      const { status, body } = await send(server, host, path);
      expect([status, body.message]).toEqual([421, DENIED]);
    }
  });

  test('logs that once, with the name', async () => {
    await send(server, 'evil.example');
    const lines = server.log.filter((line) => line.includes('host name not allowed'));
    expect(lines).toHaveLength(1);
  });
});

test('a name that a trusted proxy forwards is checked against the same list', async () => {
  const server = await startTestApp({
    PUBLIC_URL: 'https://films.example.org',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const forwarded = (host: string) => send(server, 'app:8080').set('X-Forwarded-Host', host);
  await forwarded('films.example.org').expect(200);
  await forwarded('evil.example').expect(421);
  await send(server, 'evil.example').set('X-Forwarded-Host', 'films.example.org').expect(421);
  await server.close();
});

test.each([
  [{ HOST: '127.0.0.1' }, 421],
  [{ HOST: '::1' }, 421],
  [{ HOST: 'localhost' }, 421],
  [{ HOST: '127.0.0.1', ALLOWED_HOSTS: 'evil.example' }, 200],
  [{ PUBLIC_URL: 'https://films.example.org', ALLOWED_HOSTS: '*' }, 200],
  [{ HOST: '0.0.0.0' }, 200],
])('with %o another name is answered %i', async (environment, status) => {
  const server = await startTestApp(environment);
  await send(server, 'evil.example').expect(status);
  await send(server, 'localhost').expect(200);
  await server.close();
});
