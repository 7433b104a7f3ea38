import type { Access, Budget, Endpoint } from '@matinee/shared/contract/endpoint';
import type { FastifySerializerCompiler, HTTPMethods, FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { z } from 'zod';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The required access. Routes without an endpoint are public by default. */
    access?: Access;
    /** The message for callers with another account. */
    forbidden?: string;
    budget?: Budget;
    endpoint?: Endpoint;
    /** True if the route relays another server's body, which may take as long as a movie. */
    isTransfer?: boolean;
  }
}

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body',
  Name extends string,
> = E[K] extends z.ZodType ? { [P in Name]: E[K] } : unknown;

type SchemaOf<E extends Endpoint> = { response: { 200: E['reply'] } } & Part<
  E,
  'params',
  'params'
> &
  Part<E, 'query', 'querystring'> &
  Part<E, 'body', 'body'>;

export interface Route<E extends Endpoint> {
  readonly method: HTTPMethods;
  readonly url: E['path'];
  readonly schema: SchemaOf<E>;
  readonly config: {
    readonly access: Access;
    readonly forbidden?: string;
    readonly budget?: Budget;
    readonly endpoint: Endpoint;
  };
  readonly bodyLimit?: number;
}

/** Converts an endpoint to Fastify route options without the handler. */
export function route<E extends Endpoint>(endpoint: E): Route<E> {
  const { method, path, access, forbidden, budget, bodyLimit, ...parts } = endpoint;
  // Omit undefined schema keys, which Fastify warns about.
  const schema = {
    response: { 200: parts.reply },
    ...(parts.params && { params: parts.params }),
    ...(parts.query && { querystring: parts.query }),
    ...(parts.body && { body: parts.body }),
  };
  return {
    method,
    url: path,
    schema: schema as SchemaOf<E>,
    config: { access, endpoint, ...(forbidden && { forbidden }), ...(budget && { budget }) },
    ...(bodyLimit && { bodyLimit }),
  };
}

export interface RawJsonRoute<E extends Endpoint> extends Omit<Route<E>, 'schema'> {
  readonly schema: Omit<SchemaOf<E>, 'response'> & {
    readonly response: { 200: z.ZodType<RawJson<z.output<E['reply']>> | Readable> };
  };
  readonly serializerCompiler: FastifySerializerCompiler<unknown>;
}

/** Converts an endpoint to a route with a handler that returns JSON text or a stream of it. */
export function rawJsonRoute<E extends Endpoint>(endpoint: E): RawJsonRoute<E> {
  const { schema, ...rest } = route(endpoint);
  return {
    ...rest,
    schema: schema as unknown as RawJsonRoute<E>['schema'],
    serializerCompiler: () => (reply) => (reply as RawJson<unknown>).json,
  };
}

/** JSON text of a `T`. Usually PostgreSQL writes it, and the server sends it without parsing it. */
export interface RawJson<T> {
  readonly json: string;
  /** Never set. A type-level tag that distinguishes the JSON of different types. */
  readonly of?: T;
}

export const rawJson = <T>(value: T): RawJson<T> => ({ json: JSON.stringify(value) });

/** A client that reads nothing for this long is disconnected. */
const STALL_TIMEOUT_MS = 60_000;

/** Sets the JSON Content-Type of a stream, and destroys the response of a stalled client. */
export function sendJson<T>(reply: FastifyReply, json: T | Readable): T | Readable {
  if (json instanceof Readable) {
    reply.type('application/json; charset=utf-8');
    reply.raw.setTimeout(STALL_TIMEOUT_MS, () => reply.raw.destroy());
  }
  return json;
}
