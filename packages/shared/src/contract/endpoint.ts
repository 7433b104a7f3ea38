import type { z } from 'zod';

/**
 * Required caller: anyone, anyone with more for a signed-in session, a signed-in session, the user in `:userId`, or an
 * administrator.
 */
export type Access = 'public' | 'optional' | 'session' | 'self' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Rate limit of an address or an account; shared by endpoints with the same bucket. */
export interface Budget {
  readonly bucket: string;
  readonly max: number;
  readonly seconds: number;
  /** Cost of a call: 1, or with `items` the length of the body or of its `items`. */
  readonly cost?: 'items';
  /** Default: the address. Not for public endpoints. */
  readonly by?: 'account';
  /** Default: in the database, one write a call, shared by all replicas. `memory`: per replica, cheap. */
  readonly store?: 'memory';
  /** Further calls for the account in the body's `publicKey` after the address has used up the budget. */
  readonly maxOfAccount?: number;
}

/** An HTTP endpoint: served by the API, called by the web app, checked by contract tests. */
export interface Endpoint {
  readonly method: Method;
  /** The path in Fastify's syntax: `/users/:userId/bookmarks`. */
  readonly path: string;
  readonly access: Access;
  /** A sentence for the OpenAPI document. */
  readonly summary?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  /** Message for callers who are signed in as another user. */
  readonly forbidden?: string;
  readonly budget?: Budget;
  /** Further error statuses, each with a sentence for the OpenAPI document. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Maximum body in bytes; larger bodies get 413. Default 1 MiB. */
  readonly bodyLimit?: number;
}

/** The errors of endpoints that add data to an account. */
export const QUOTA_ERRORS = {
  409: 'The account has reached the limit for these items or for its total size. The message says what to delete.',
} as const;

/** Body limit for keys and signatures. */
export const SIGN_IN_BYTES = 16 * 1024;

/** Allows an account several imports; a body without list costs nothing. */
export const bulkBudget = (bucket: string) =>
  ({ bucket, max: 100_000, seconds: 600, cost: 'items', by: 'account' }) as const;

/** The budget of reads of complete lists, which clients need a few times an hour. */
export const LIBRARY_READS = {
  bucket: 'library_reads',
  max: 600,
  seconds: 600,
  by: 'account',
  store: 'memory',
} as const;

/** Body limit for imports. */
export const IMPORT_BYTES = 8 * 1024 * 1024;
export const IMPORT_ITEMS = 20_000;

/** Forbids members that `Known` lacks, such as a misspelt option. */
type Exact<T, Known> = { readonly [K in keyof T]: K extends keyof Known ? T[K] : never };

export function endpoint<const E extends Endpoint>(
  value: E & Exact<E, Endpoint> & { readonly budget?: Exact<E['budget'], Budget> },
): E {
  return value;
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodType
  ? { [P in K]: z.input<E[K]> }
  : unknown;

/** The arguments of a call: those of `params`, `query` and `body` that the endpoint declares. */
export type CallOf<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
