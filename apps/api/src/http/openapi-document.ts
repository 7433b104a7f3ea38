import type { Endpoint } from '@matinee/shared/contract/endpoint';
import { ErrorBody } from '@matinee/shared/contract/errors';
import { z } from 'zod';

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The contract as an OpenAPI 3.1 document: what it takes, what it answers, and how it fails. */
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

function responses(endpoint: Endpoint): Json {
  const success = { schema: jsonSchema(endpoint.reply, 'output') };
  const error = { 'application/json': { schema: ERROR } };
  return {
    200: { description: 'Done.', content: { 'application/json': success } },
    ...Object.fromEntries(
      Object.entries(errorsOf(endpoint)).map(([status, description]) => [
        status,
        { description, content: error },
      ]),
    ),
  };
}

/** What follows from the endpoint's kind, and what it says of itself. */
function errorsOf({ access, method, errors }: Endpoint): Readonly<Record<number, string>> {
  return {
    400: 'Not what is expected here.',
    ...(access !== 'public' && { 401: 'Not signed in, or no longer.' }),
    ...(access === 'self' && { 403: "Somebody else's." }),
    ...(access === 'admin' && { 403: 'Only for administrators.' }),
    // What nobody needs is read as well, where a body may come.
    ...(method !== 'GET' && { 413: 'More than is read.', 415: 'Something that is not JSON.' }),
    421: 'A host name under which this server does not answer.',
    429: 'Too often: `Retry-After` says when again.',
    503: 'Something that this needs is away: `Retry-After` says when to ask again.',
    507: "The server's disk is full: `Retry-After` says when to ask again.",
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
  // What JSON Schema cannot say (a transformation) is left open rather than left out.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
