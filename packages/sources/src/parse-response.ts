import type { FetchResponse } from './source.ts';
import { z } from 'zod';

/** Parses a JSON response. Throws an error with a readable message for any other response. */
export function readJson(response: FetchResponse, service: string): unknown {
  if (response.status === 429 || response.status === 503) {
    throw new Error(`${service} is busy (${response.status})`);
  }
  if (response.status < 200 || response.status >= 300) {
    throw new Error(`${service} responded with status ${response.status}`);
  }
  try {
    const json: unknown = JSON.parse(response.body);
    return json;
  } catch {
    throw new Error(`${service} didn't send JSON`);
  }
}

/** Drops invalid items of a list instead of rejecting the list. */
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
