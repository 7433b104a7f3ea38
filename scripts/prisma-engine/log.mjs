/** A line of the log as the native engine writes it, which is where Prisma looks for errors. */
export function logLine(level, fields) {
  const timestamp = new Date().toISOString();
  const line = { timestamp, level, fields, target: 'schema_engine::logger' };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
