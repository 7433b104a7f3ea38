import type { Endpoint } from '@matinee/shared/contract/endpoint';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const CONTRACT = join(import.meta.dirname, '../../packages/shared/src/contract');

const EndpointValue = z.looseObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/'),
  access: z.enum(['public', 'optional', 'session', 'self', 'admin']),
  reply: z.instanceof(z.ZodType),
});

export interface NamedEndpoint {
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** Every endpoint that the contract exports, found among its exports and not listed here. */
export async function readContract(): Promise<readonly NamedEndpoint[]> {
  const modules: Record<string, unknown>[] = await Promise.all(
    globSync('*.ts', { cwd: CONTRACT }).map((file) => import(join(CONTRACT, file))),
  );
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([, value]) => EndpointValue.safeParse(value).success)
    .map(([name, value]) => ({ name, endpoint: value as Endpoint }));
}

/** The path with its parameters filled in. */
export function pathOf({ path }: Endpoint, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? '1'));
}
