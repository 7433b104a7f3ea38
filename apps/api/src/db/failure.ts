/** Whether this is an error of the system or of PostgreSQL with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  );
}

/** PostgreSQL's pools and sockets sometimes fail with several errors at once and no message. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message : String(error);
}
