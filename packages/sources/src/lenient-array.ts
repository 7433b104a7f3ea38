import { z } from 'zod';

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
