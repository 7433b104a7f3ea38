import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';

/** Zod checks what comes in. */
export const validateWithZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? { value: parsed.data } : { error: parsed.error };
  };

/** Replies are typed, not checked: parsing hundreds of rows costs more than reading them. */
export const serializeAsIs: FastifySerializerCompiler<z.ZodType> = () => (data) =>
  JSON.stringify(data);
