import type { Endpoint } from '@matinee/shared/contract/endpoint';
import { ErrorBody } from '@matinee/shared/contract/errors';
import { z } from 'zod';

export interface About {
  readonly title: string;
  readonly version: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The contract as an OpenAPI 3.1 document: what it takes, what it answers, and how it fails. */
export function openApiDocument(endpoints: readonly Endpoint[], { title, version }: About): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  const { method, path, access, about, body } = endpoint;
  const words = path.match(/\w+/g) ?? [];
  return {
    operationId: [method.toLowerCase(), ...words].join('-'),
    tags: [path.startsWith('/users/:userId/') ? words[2] : words[0]],
    ...(about && { summary: about }),
    ...(access !== 'public' && { security: [{ session: [] }] }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: jsonSchema(body, 'input') } },
      },
    }),
    responses: responses(endpoint),
  };
}

function responses({ access, params, query, body, budget, reply }: Endpoint): Json {
  const isSigned = access !== 'public';
  const failures: readonly (readonly [string, boolean, string])[] = [
    ['400', isSigned || [params, query, body].some(Boolean), 'Not what is expected here.'],
    ['401', isSigned, 'Not signed in, or no longer.'],
    ['403', access === 'self', "Somebody else's."],
    ['413', body !== undefined, 'More than is read.'],
    ['429', budget !== undefined, 'Too often: `Retry-After` says when again.'],
    ['503', true, 'Something that this needs is away: `Retry-After` says when to ask again.'],
  ];
  const answered = { schema: jsonSchema(reply, 'output') };
  return {
    200: { description: 'Done.', content: { 'application/json': answered } },
    ...Object.fromEntries(
      failures
        .filter(([, happens]) => happens)
        .map(([status, , description]) => [
          status,
          { description, content: { 'application/json': { schema: ERROR } } },
        ]),
    ),
  };
}

const ERROR = { $ref: '#/components/schemas/Error' };

const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): readonly Json[] {
  if (!schema) return [];
  const { properties, required } = ObjectSchema.parse(jsonSchema(schema, 'input'));
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: value,
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  // What JSON Schema cannot say (a transformation) is left open rather than left out.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
