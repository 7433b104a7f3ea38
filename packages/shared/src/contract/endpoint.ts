import type { z } from 'zod';

/**
 * The required caller. `optional`: anyone, but signed-in sessions get more. `self`: the user in `:userId`. `admin`: an
 * administrator.
 */
export type Access = 'public' | 'optional' | 'session' | 'self' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The rate limit of an address or an account. Endpoints with the same bucket share it. */
export interface Budget {
  readonly bucket: string;
  readonly max: number;
  readonly seconds: number;
  /** The cost of a call. Default: 1. `items`: the length of the body or of its `items`. */
  readonly cost?: 'items';
  /** Default: the address. Not for public endpoints. */
  readonly by?: 'account';
  /** Default: in the database, with one write per call, shared by all replicas. `memory`: per replica, cheap. */
  readonly store?: 'memory';
  /** The number of further calls for the account in `publicKey` after the address has used up the budget. */
  readonly maxOfAccount?: number;
}

/** An HTTP endpoint. The API serves it, the web app calls it, and contract tests check it. */
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
  /** The message for callers who are signed in as another user. */
  readonly forbidden?: string;
  readonly budget?: Budget;
  /** Further error statuses, each with a sentence for the OpenAPI document. */
  readonly errors?: Readonly<Record<number, string>>;
  /** The maximum body in bytes. Larger bodies get 413. Default: 1 MiB. */
  readonly bodyLimit?: number;
}

/** The errors of endpoints that add data to an account. */
export const QUOTA_ERRORS = {
  409: 'The account has reached the limit for these items or for its total size. The message says what to delete.',
} as const;

/** The body limit for keys and signatures. */
export const SIGN_IN_BYTES = 16 * 1024;

/** Allows an account several imports. A body without a list costs nothing. */
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

/** The body limit for imports. */
export const IMPORT_BYTES = 8 * 1024 * 1024;
export const IMPORT_ITEMS = 20_000;

/** Forbids members that `Known` lacks, such as a misspelled option. */
type Exact<T, Known> = { readonly [K in keyof T]: K extends keyof Known ? T[K] : never };

export function endpoint<const E extends Endpoint>(
  value: E & Exact<E, Endpoint> & { readonly budget?: Exact<E['budget'], Budget> },
): E {
  return value;
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodType
  ? { [P in K]: z.input<E[K]> }
  : unknown;

/** The arguments of a call: the `params`, `query` and `body` that the endpoint declares. */
export type CallOf<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
