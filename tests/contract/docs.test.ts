import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { readContract } from '../support/contract.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ META_NAME: 'The Attic' });
});
afterAll(() => server.close());

const Document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        summary: z.string(),
        security: z.array(z.unknown()).optional(),
        parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

const endpoints = await readContract();

describe('the OpenAPI document', () => {
  test.each(endpoints)('describes $endpoint.method $endpoint.path', async ({ endpoint }) => {
    const { body } = await request(server.url).get('/openapi.json').expect(200);
    const { paths, info } = Document.parse(body);
    expect(info.title).toBe('The Attic');
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = paths[path]?.[endpoint.method.toLowerCase()];
    expect(operation?.summary).toMatch(/^[A-Z].{8,}\.$/s);
    expect(operation?.security !== undefined).toBe(endpoint.access !== 'public');
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath?.map(({ name }) => name)).toEqual(named);
    const messages = [
      ...Object.keys(endpoint.errors ?? {}),
      ...(['self', 'admin'].includes(endpoint.access) ? ['403'] : []),
    ];
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(messages));
  });

  test('gives every operation a name of its own', async () => {
    const { body } = await request(server.url).get('/openapi.json');
    const { paths } = Document.parse(body);
    const names = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the page with its viewer', () => {
  test('loads nothing from another origin', async () => {
    const { headers, text } = await request(server.url).get('/docs').expect(200);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:/);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(loaded.length).toBeGreaterThan(3);
    for (const address of loaded) expect(address).toMatch(/^\/[a-z]/);
  });

  test('trusts its own scripts by path, because the proxy responds from this origin, too', async () => {
    const { headers, text } = await request(server.url).get('/docs').expect(200);
    const { host } = new URL(server.url);
    const [, sources = ''] =
      /script-src ([^;]*)/.exec(headers['content-security-policy'] ?? '') ?? [];
    const scripts = [...text.matchAll(/<script src="([^"]+)"/g)].map(
      ([, path]) => `${host}${path}`,
    );
    expect(sources.split(' ')).toEqual(scripts);
    expect(scripts).toHaveLength(2);
  });

  test('has its viewer', async () => {
    const script = await request(server.url).get('/docs/swagger-ui-bundle.js').expect(200);
    expect(script.headers['content-type']).toContain('javascript');
    await request(server.url).get('/docs/swagger-ui.css').expect(200);
    await request(server.url).get('/docs/start.js').expect(200);
  });
});
