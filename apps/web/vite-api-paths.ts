import { globSync } from 'node:fs';
import { z } from 'zod';

const CONTRACT = new URL('../../packages/shared/src/contract/', import.meta.url);
const HasPath = z.object({ method: z.string(), path: z.string().startsWith('/') });

/** Paths that the API serves outside the contract: relays, documents, and files that a page reads first. */
const BESIDE_THE_CONTRACT = [
  '/catalogue/*',
  '/config.js',
  '/docs',
  '/docs/*',
  '/library/pictures/*',
  '/openapi.json',
  '/opensearch.xml',
  '/ping.txt',
  '/proxy',
  '/proxy/',
  '/scrape',
  '/scrape/embed',
  '/scrape/source',
  '/stream/*',
  '/subtitles/file/*',
  '/sw.js',
];

/** Returns every path that the API serves, in Fastify's spelling. Finds the contract's paths in its modules. */
export async function apiPaths(): Promise<readonly string[]> {
  const modules: Record<string, unknown>[] = await Promise.all(
    globSync('*.ts', { cwd: CONTRACT }).map((file) => import(new URL(file, CONTRACT).href)),
  );
  const values: unknown[] = modules.flatMap((module) => Object.values(module));
  const ofContract = values.flatMap((value) => {
    const { success, data } = HasPath.safeParse(value);
    return success ? [data.path] : [];
  });
  return [...new Set([...ofContract, ...BESIDE_THE_CONTRACT])].toSorted();
}

/** Matches complete URLs with their queries, as keys of Vite's proxy do: `/lists` is a page beside `/lists/:listId`. */
export function addressesOf(path: string): string {
  const pattern = path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/?]+').replace(/\*$/, '[^?]*');
  return `^${pattern}(?:\\?|$)`;
}
