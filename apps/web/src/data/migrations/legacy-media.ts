import { z } from 'zod';

const Kind = z.enum(['movie', 'series', 'anime']);

/** `1959-10-02`, `1959`, 1959 or missing. */
export const Year = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(null)
  .transform((year) => {
    const number = Number.parseInt(String(year ?? ''), 10);
    return Number.isNaN(number) ? undefined : number;
  });

/** Versions with metadata. */
export const OldMeta = z.looseObject({
  title: z.string(),
  id: z.union([z.string(), z.number()]).transform(String).catch('').default(''),
  year: Year,
  poster: z.string().optional().catch(undefined),
  type: Kind,
});
export type OldMeta = z.infer<typeof OldMeta>;

/** The first versions. */
export const OldMedia = z.looseObject({
  mediaId: z.union([z.string(), z.number()]).transform(String),
  mediaType: Kind,
  title: z.string(),
  year: Year,
});

/** Older than all new entries, in their old order. */
const LONG_AGO = Date.UTC(2022, 0, 1);
export const longAgo = (index: number): number => LONG_AGO + index;

/** Invalid entries are dropped alone. */
export function readable<T>(schema: z.ZodType<T>) {
  return z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((all) => all.flatMap((one) => schema.safeParse(one).data ?? []));
}
