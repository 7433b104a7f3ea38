import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import { describe, expect, test } from 'vitest';
import { isSerializationFailure, reason, classifyError } from './errors.ts';

const coded = (code: string) => Object.assign(new Error('told by a code'), { code });

describe('an error', () => {
  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EAI_AGAIN',
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '08P01',
    '25006',
    '28P01',
    '3D000',
  ])('%s causes a probe of the database', (code) => {
    expect(classifyError(coded(code))).toBe('connection');
  });

  test.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
    'timeout expired',
    'Cannot use a pool after calling end on the pool',
  ])('of the driver with the message "%s" does so, too', (message) => {
    expect(classifyError(new Error(message))).toBe('connection');
  });

  test.each(['53300', '53200', '57014', '55P03', '40001', '40P01'])(
    '%s means an overloaded database',
    (code) => {
      expect(classifyError(coded(code))).toBe('overload');
    },
  );

  test.each(['53100', 'ENOSPC', 'EDQUOT'])('%s means a full disk', (code) => {
    expect(classifyError(coded(code))).toBe('disk-full');
  });

  test('without a code is recognized by its message', () => {
    const quota = Object.assign(new Error('could not write: Disk quota exceeded'), {
      code: 'XX000',
    });
    expect(classifyError(quota)).toBe('disk-full');
    expect(classifyError(new Error('did not start: No space left on device'))).toBe('disk-full');
  });

  test('of the memory that parallel workers share is not a full disk', () => {
    const messages =
      'could not resize shared memory segment "/PostgreSQL.1": No space left on device';
    const error = Object.assign(new Error(messages), { code: '53100' });
    expect(classifyError(error)).toBe('overload');
  });

  test('of a full pool does so, too', () => {
    const error = new Error('timeout exceeded when trying to connect');
    expect(classifyError(error)).toBe('overload');
  });

  test.each(['23505', '23503', '22P02', '42601', '0A000'])(
    '%s is a fault of the statement',
    (code) => {
      expect(classifyError(coded(code))).toBeUndefined();
    },
  );

  test('with a similar message is not mistaken for it', () => {
    const error = Object.assign(new Error('Connection terminated'), { code: '23514' });
    expect(classifyError(error)).toBeUndefined();
    expect(classifyError(new TypeError('x is not a function'))).toBeUndefined();
    expect(classifyError('ECONNREFUSED')).toBeUndefined();
  });

  test('of all addresses of a host at once is a connection error', () => {
    const error = new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]);
    expect(classifyError(error)).toBe('connection');
    expect(reason(error)).toBe('told by a code; told by a code');
  });
});

describe('errors of Prisma’s adapter', () => {
  const postgres = (code: string) =>
    new DriverAdapterError({
      kind: 'postgres',
      code,
      severity: 'FATAL',
      message: '',
      detail: undefined,
      column: undefined,
      hint: undefined,
    });

  test('are recognized alike', () => {
    expect(classifyError(new DriverAdapterError({ kind: 'DatabaseNotReachable' }))).toBe(
      'connection',
    );
    expect(classifyError(new DriverAdapterError({ kind: 'ConnectionClosed' }))).toBe('connection');
    expect(classifyError(postgres('57P01'))).toBe('connection');
    expect(classifyError(postgres('57014'))).toBe('overload');
    expect(classifyError(postgres('23514'))).toBeUndefined();
  });

  test('are a serialization failure where they say so', () => {
    const conflict = { kind: 'TransactionWriteConflict', originalCode: '40P01' } as const;
    expect(isSerializationFailure(new DriverAdapterError(conflict))).toBe(true);
    expect(isSerializationFailure(coded('40001'))).toBe(true);
    expect(isSerializationFailure(coded('23505'))).toBe(false);
  });
});
