import type { z } from 'zod';

/** Who may call: anybody, any signed-in session, only the user whom `:userId` in the path names, only administrators. */
export type Access = 'public' | 'session' | 'self' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How often one address, or one account, may call; endpoints that name the same bucket share it. */
export interface Budget {
  readonly bucket: string;
  readonly max: number;
  readonly seconds: number;
  /** What a call costs: 1, or 1 for each of the body's `items`, or of the body where that is a list. */
  readonly cost?: 'items';
  /** Unset: the address. Only for endpoints that are not public. */
  readonly by?: 'account';
  /** Unset: shared by all servers, for a write a call. `memory`: of each server alone, for next to nothing. */
  readonly store?: 'memory';
  /** Calls that an account, named by `publicKey` in the body, still has when its address has spent the budget. */
  readonly maxOfAccount?: number;
}

/** One call over the wire: the API serves it, the web calls it, the contract tests walk it. */
export interface Endpoint {
  readonly method: Method;
  /** Fastify's spelling: `/users/:userId/bookmarks`. */
  readonly path: string;
  readonly access: Access;
  /** What it does, in a sentence for the API's document. */
  readonly about?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  /** What a caller hears who is signed in as somebody else. */
  readonly forbidden?: string;
  readonly budget?: Budget;
  /** How it fails in ways that do not follow from the rest: a sentence for each status. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** Bytes of body that are read; above is 413. Unset: 1 MiB. */
  readonly bodyLimit?: number;
}

/** Of what adds to an account. */
export const QUOTA_ERRORS = {
  409: 'The account keeps as much of it as it may, or as many bytes as it may: the message says what to delete.',
} as const;

/** The limit of bodies that carry a key and a signature. */
export const SIGN_IN_BYTES = 16 * 1024;

/** Lets an account import several whole libraries; a body that is not a list costs nothing. */
export const bulkBudget = (bucket: string) =>
  ({ bucket, max: 100_000, seconds: 600, cost: 'items', by: 'account' }) as const;

/** Whole lists of an account: ordinary clients read each a few times an hour. */
export const LIBRARY_READS = {
  bucket: 'library_reads',
  max: 600,
  seconds: 600,
  by: 'account',
  store: 'memory',
} as const;

/** For bodies that carry a whole library. */
export const IMPORT_BYTES = 8 * 1024 * 1024;
export const IMPORT_ITEMS = 20_000;

export function endpoint<const E extends Endpoint>(value: E): E {
  return value;
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodType
  ? { [P in K]: z.input<E[K]> }
  : unknown;

/** What a caller hands over: `params`, `query` and `body`, each only where the endpoint declares it. */
export type CallOf<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
