import { z } from 'zod';

/** By key; one entry that cannot be read does not cost the others. */
export function readableRecord<T>(entry: z.ZodType<T>) {
  return z
    .record(z.string(), z.unknown())
    .catch({})
    .default({})
    .transform((entries): Record<string, T> => {
      const read = Object.entries(entries).flatMap(([key, value]) => {
        const { success, data } = entry.safeParse(value);
        return success ? [[key, data] as const] : [];
      });
      return Object.fromEntries(read);
    });
}
