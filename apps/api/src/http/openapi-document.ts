import type { Endpoint } from '@matinee/shared/contract/endpoint';
import { ErrorBody } from '@matinee/shared/contract/errors';
import { z } from 'zod';
import type { FastifyInstance } from 'fastify';

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Renders the contract as an OpenAPI 3.1 document: inputs, outputs and errors. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { title, version }: DocumentInfo,
): Json {
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
  const { method, path, access, summary, body } = endpoint;
  const words = path.match(/\w+/g) ?? [];
  return {
    operationId: [method.toLowerCase(), ...words].join('-'),
    tags: [path.startsWith('/users/:userId/') ? words[2] : words[0]],
    ...(summary && { summary }),
    ...(access !== 'public' && {
      security: [...(access === 'optional' ? [{}] : []), { session: [] }],
    }),
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

function responses(endpoint: Endpoint): Json {
  const success = { schema: jsonSchema(endpoint.reply, 'output') };
  const error = { 'application/json': { schema: ERROR } };
  return {
    200: { description: 'Success.', content: { 'application/json': success } },
    ...Object.fromEntries(
      Object.entries(errorsOf(endpoint)).map(([status, description]) => [
        status,
        { description, content: error },
      ]),
    ),
  };
}

/** Returns the common errors of this kind of endpoint, and those that it declares. */
function errorsOf({ access, method, errors }: Endpoint): Readonly<Record<number, string>> {
  return {
    400: 'Invalid request.',
    ...(access !== 'public' && { 401: 'Not logged in, or the session has ended.' }),
    ...(access === 'self' && { 403: 'Belongs to another account.' }),
    ...(access === 'admin' && { 403: 'Only for administrators.' }),
    // The server reads a body even if none is needed.
    ...(method !== 'GET' && { 413: 'The body is too large.', 415: "The body isn't JSON." }),
    421: 'Unknown host name.',
    429: 'Rate limit exceeded. See `Retry-After`.',
    503: 'Temporarily unavailable. See `Retry-After`.',
    507: "The server's disk is full. See `Retry-After`.",
    ...errors,
  };
}

const ERROR = { $ref: '#/components/schemas/Error' };

const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

function parameters(schema: z.ZodType | undefined, location: 'path' | 'query'): readonly Json[] {
  if (!schema) return [];
  const { properties, required } = ObjectSchema.parse(jsonSchema(schema, 'input'));
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: value,
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  // Allow any value for types that JSON Schema can't express, such as a transformation.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

export interface EndpointRegistry {
  endpoints(): readonly Endpoint[];
}

/** Collects the contract's endpoints when their routes are added. Call it before the first route. */
export function collectEndpoints(app: FastifyInstance): EndpointRegistry {
  const registry = new Set<Endpoint>();
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) registry.add(config.endpoint);
  });
  return { endpoints: () => [...registry] };
}
