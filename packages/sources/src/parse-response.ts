import type { FetchResponse } from './source.ts';
import { z } from 'zod';

/** The body of an answer that should be JSON; every other kind of answer is a failure with a plain message. */
export function readJson(answer: FetchResponse, service: string): unknown {
  if (answer.status === 429 || answer.status === 503) {
    throw new Error(`${service} is busy (${answer.status})`);
  }
  if (answer.status < 200 || answer.status >= 300) {
    throw new Error(`${service} answered with status ${answer.status}`);
  }
  try {
    const json: unknown = JSON.parse(answer.body);
    return json;
  } catch {
    throw new Error(`${service} answered with something that is not JSON`);
  }
}

/** A list from outside: rows that are not what they should be are left out; the others still count. */
export function lenientArray<Row>(schema: z.ZodType<Row>) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((rows) =>
      rows.flatMap((row) => {
        const parsed = schema.safeParse(row);
        return parsed.success ? [parsed.data] : [];
      }),
    );
}
