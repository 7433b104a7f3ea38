import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';

/** Known to Zod's parser though not to its types; `jitless` is only here to be a word that both know. */
const FIRST_ISSUE_ONLY = { abortEarly: true, jitless: false };
const MAX_VALUES = 1_000;

type Validated<T> = { readonly value: T } | { readonly error: z.ZodError };

/**
 * Reports all issues of a small value. Millions of issues would exhaust memory, so large values
 * stop at the first.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Validated<z.output<Schema>> {
  const parsed = schema.safeParse(value, isSmall(value) ? undefined : FIRST_ISSUE_ONLY);
  return parsed.success ? { value: parsed.data } : { error: parsed.error };
}

/** Validates requests with Zod. */
export const validateWithZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) =>
    validate(schema, data);

/** Replies are typed, not checked: parsing hundreds of rows costs more than reading them. */
export const serializeAsIs: FastifySerializerCompiler<z.ZodType> = () => (data) =>
  JSON.stringify(data);

function isSmall(data: unknown): boolean {
  let left = MAX_VALUES;
  const fits = (value: unknown): boolean => {
    left -= 1;
    if (typeof value !== 'object' || value === null) return left >= 0;
    if (Array.isArray(value) && value.length > left) return false;
    return left >= 0 && Object.values(value).every(fits);
  };
  return fits(data);
}
