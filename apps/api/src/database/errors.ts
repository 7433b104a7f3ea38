// Classifies errors of PostgreSQL, its driver, the network, and Prisma's adapter.
import { z } from 'zod';
import { countQuotaRejection } from '#lib/measurements.ts';

/** Returns whether a system or PostgreSQL error has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codesOf(error).some((code) => codes.includes(code));
}

const Constrained = z.object({ constraint: z.string() });

/** Returns whether PostgreSQL rejected a statement because of this constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  Constrained.safeParse(error).data?.constraint === constraint;

/** Returns the error's message. Pools and sockets throw `AggregateError`s without a message, so joins their parts. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message : String(error);
}

const Coded = z.object({ code: z.string() });
/** Prisma's adapter stores PostgreSQL's code beside its own error kind. */
const Adapted = z.object({
  cause: z.object({
    kind: z.string(),
    code: z.string().optional(),
    originalCode: z.string().optional(),
  }),
});

/** Prisma's error for a failed statement. */
const Wrapped = z.object({ meta: z.object({ driverAdapterError: z.instanceof(Error) }) });

function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const inner = Wrapped.safeParse(error).data?.meta.driverAdapterError;
  if (inner) return codesOf(inner);
  const coded = Coded.safeParse(error).data;
  if (coded) return [coded.code];
  const { kind, code, originalCode } = Adapted.safeParse(error).data?.cause ?? {};
  return [originalCode, code, kind].filter((it) => it !== undefined);
}

/**
 * `connection`: the database may be down. `overload`: it is up but busy. `disk-full`: writes fail.
 */
export type ErrorKind = 'connection' | 'overload' | 'disk-full';

/**
 * Network errors. 08: connection exceptions. 57P: shutting down, crashed or starting. 25006: the server became a
 * standby.
 */
const CONNECTION =
  /^(ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|08...|57P0[1-5]|25006)$/;
/** May be temporary, for example while an operator moves the database. */
const LOGIN_FAILED =
  /^(28...|3D000|DatabaseNotReachable|ConnectionClosed|SocketTimeout|TlsConnectionError)$/;
const CONNECTION_MESSAGE =
  /^connection terminated|not queryable|^query read timeout|^timeout expired|calling end on the pool/i;

/**
 * 53: insufficient resources. 57014, 25P03, 25P04: timeouts. 55P03: lock timeout. 40: serialization failure or
 * deadlock.
 */
const OVERLOAD = /^(53...|57014|55P03|25P0[34]|40001|40P01)$/;
const OVERLOAD_MESSAGE = /^timeout exceeded when trying to connect/;

/** PostgreSQL 17 has a code for a full disk, but none for an exceeded disk quota. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;
const DISK_FULL_MESSAGE = /No space left on device|Disk quota exceeded/;
/** Excluded from full disks: parallel workers use shared memory, a separate file system in containers. */
const SHARED_MEMORY = /shared memory segment/;

function isDiskFull(error: unknown, codes: readonly string[]): boolean {
  const message = reason(error);
  const isReported = codes.some((code) => DISK_FULL.test(code)) || DISK_FULL_MESSAGE.test(message);
  return isReported && !SHARED_MEMORY.test(message);
}

/** Returns undefined if the statement itself is wrong. */
export function classifyError(error: unknown): ErrorKind | undefined {
  if (error instanceof AggregateError) return error.errors.map(classifyError).find(Boolean);
  const codes = codesOf(error);
  const message = error instanceof Error && codes.length === 0 ? error.message : '';
  const isOneOf = (pattern: RegExp) => codes.some((code) => pattern.test(code));
  if (isDiskFull(error, codes)) return 'disk-full';
  if (isOneOf(CONNECTION) || isOneOf(LOGIN_FAILED) || CONNECTION_MESSAGE.test(message))
    return 'connection';
  return isOneOf(OVERLOAD) || OVERLOAD_MESSAGE.test(message) ? 'overload' : undefined;
}

/** Returns whether a retry may help: the transaction lost a conflict and was rolled back. P2034 is Prisma's code. */
export const isSerializationFailure = (error: unknown): boolean =>
  hasCode(error, '40001', '40P01', 'P2034', 'TransactionWriteConflict');

const RETRY_AFTER_SECONDS = 2;

/** The database is unavailable. The response says when to retry. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseAway';
  readonly statusCode = 503;
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
}

/** Writes fail until the operator has freed space. */
export class DiskFullError extends Error {
  override name = 'DiskFull';
  readonly statusCode = 507;
  readonly retryAfterSeconds = 60;
}

export const diskFull = (cause: unknown): DiskFullError =>
  new DiskFullError(
    "Not saved because the server's disk is full. Ask the people who run this site to free up space, then try again.",
    { cause },
  );

export const databaseUnavailable = (cause?: unknown): DatabaseUnavailableError =>
  new DatabaseUnavailableError('The database is unavailable. Try again in a moment.', {
    cause,
  });

export const databaseOverloaded = (cause: unknown): DatabaseUnavailableError =>
  new DatabaseUnavailableError('The database is overloaded. Try again in a moment.', {
    cause,
  });

/** Returns whether a trigger of the migration `account_bytes` raised the error. Its message is for the user. */
export const isAccountFull = (error: unknown): error is Error => hasCode(error, 'MQ001');

class AccountFullError extends Error {
  override name = 'AccountFull';
  readonly statusCode = 409;
}

export function accountFull(cause: Error): AccountFullError {
  countQuotaRejection('bytes');
  return new AccountFullError(cause.message, { cause });
}
