import { getMeta } from '@matinee/shared/contract/meta';
import request from 'supertest';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startTestApp } from '../support/app.ts';

test('an instance reports its name and the version of the product', async () => {
  const server = await startTestApp();
  const { body, status } = await request(server.url).get('/meta');
  await server.close();
  expect(status).toBe(200);
  expect(getMeta.reply.parse(body)).toEqual({
    name: 'Matinee',
    version: manifest.version,
    hasCaptcha: false,
    registration: 'open',
    maxChanges: 500,
  });
});

test('the operator names and describes the instance', async () => {
  const server = await startTestApp({ META_NAME: 'Rialto', META_DESCRIPTION: 'For the street.' });
  const { body } = await request(server.url).get('/meta');
  await server.close();
  expect(getMeta.reply.parse(body)).toMatchObject({
    name: 'Rialto',
    description: 'For the street.',
  });
});

test('an instance with a known commit reports it', async () => {
  const server = await startTestApp({}, { revision: 'abc123' });
  const { body } = await request(server.url).get('/meta');
  await server.close();
  expect(getMeta.reply.parse(body).revision).toBe('abc123');
});
