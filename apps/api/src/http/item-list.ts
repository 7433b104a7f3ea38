import { IMPORT_ITEMS } from '@matinee/shared/contract/endpoint';
import { z } from 'zod';
import { cutList } from './json-parts.ts';
import { check } from './validate.ts';

/**
 * The items of a list, some at a time. A long one is read and checked while somebody goes through it, who meets its
 * faults and may begin again; what they are done with is garbage at once.
 */
export type ItemList<Item> = Iterable<readonly Item[]>;

/** V8 keeps what it reads of 100 KiB or more until the next collection of everything. */
const PART_BYTES = 64 * 1024;
/** Says of too many what Zod says of a list that is read whole. */
const Size = z.array(z.unknown()).max(IMPORT_ITEMS);
const NOT_JSON = '[,]';

type ReadJson = (text: string) => unknown;

/** A body that was cut and not read. No JSON becomes one: it has no functions. */
interface CutBody {
  readonly parts: readonly Buffer[];
  readonly read: ReadJson;
}

/** A long list, cut; nothing where the body is short or no list. */
export function cutBody(body: Buffer, read: ReadJson): CutBody | undefined {
  const parts = body.length > PART_BYTES ? cutList(body, PART_BYTES) : undefined;
  return parts && { parts, read };
}

/** Checks the body of a route that is read in parts, as far as that can be said before somebody goes through it. */
export const checkList =
  (list: z.ZodArray) =>
  (body: unknown): { error: Error } | { value: ItemList<unknown> } => {
    if (isCut(body)) return { value: { [Symbol.iterator]: () => readParts(body, list) } };
    const checked = check(list, body);
    return 'error' in checked ? checked : { value: [checked.value] };
  };

const isCut = (body: unknown): body is CutBody =>
  typeof body === 'object' && body !== null && 'read' in body && typeof body.read === 'function';

function* readParts({ parts, read }: CutBody, list: z.ZodArray): Generator<readonly unknown[]> {
  let before = 0;
  for (const part of parts) {
    const checked = check(list, read(`[${part.toString()}]`));
    if ('error' in checked) throw faultsFrom(before, checked.error);
    if (checked.value.length === 0 && parts.length > 1) read(NOT_JSON);
    before += checked.value.length;
    if (before > IMPORT_ITEMS) Size.parse(Array.from({ length: before }));
    yield checked.value;
  }
}

/** Those of a part, as faults of the whole. */
const faultsFrom = (before: number, { issues }: z.ZodError): z.ZodError =>
  new z.ZodError(
    issues.map((issue) => {
      const [index, ...inside] = issue.path;
      return index === undefined ? issue : { ...issue, path: [before + Number(index), ...inside] };
    }),
  );
