// Records a server's responses, for failures that its own document lacks.
import type { Endpoint } from '@matinee/shared/contract/endpoint';
import type { Server } from 'node:http';
import { z } from 'zod';
import { openApiDocument } from '../../apps/api/src/http/openapi-document.ts';
import { readContract } from './contract.ts';

const Paths = z.record(
  z.string(),
  z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
);

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  readonly statuses: ReadonlySet<string>;
}

function operationOf(endpoint: Endpoint): Operation {
  const { paths } = openApiDocument([endpoint], { title: '', version: '' });
  const statuses = Object.values(Paths.parse(paths))
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses }) => Object.keys(responses));
  const { method, path } = endpoint;
  return {
    name: `${method} ${path}`,
    method,
    // Longer parameters have no route.
    path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]{1,200}')}$`),
    statuses: new Set(statuses),
  };
}

async function readOperations(): Promise<readonly Operation[]> {
  const contract = (await readContract()).map(({ endpoint }) => endpoint);
  // `/users/@me` is not `/users/:userId`.
  const parameters = ({ path }: Endpoint): number => path.split(':').length;
  return contract.toSorted((one, other) => parameters(one) - parameters(other)).map(operationOf);
}

/** A worker starts dozens of servers, and making the documents takes longer than starting one. */
let operations: Promise<readonly Operation[]> | undefined;

/** Undocumented responses so far, as `418 GET /path`. */
export async function recordUndocumentedResponses(
  server: Server,
): Promise<() => readonly string[]> {
  const documented = await (operations ??= readOperations());
  const heard = new Set<string>();
  server.on('request', ({ method, url = '' }, response) => {
    const [path = ''] = url.split('?', 1);
    response.on('finish', () => {
      const operation = documented.find((one) => one.method === method && one.path.test(path));
      const status = String(response.statusCode);
      if (operation && !operation.statuses.has(status)) heard.add(`${status} ${operation.name}`);
    });
  });
  return () => [...heard];
}
