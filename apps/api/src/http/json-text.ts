/**
 * The JSON of a T, ready to be sent: PostgreSQL wrote it, and it is not read here. Making objects of hundreds of rows,
 * only to write them out again, costs three times as much and leaves nothing but garbage.
 */
export interface JsonText<T> {
  /** Bytes: a string of this size stays in memory until the next collection of everything. */
  readonly json: Buffer;
  /** Never there: it only tells the texts of two kinds apart. */
  readonly of?: T;
}

export interface JsonList<T> extends JsonText<T[]> {
  readonly count: number;
}

export const jsonText = <T>(value: T): JsonText<T> => ({
  json: Buffer.from(JSON.stringify(value)),
});

const COMMA = Buffer.from(',');

/** A list of what is JSON already. */
export function listOfJson(items: readonly string[]): Buffer {
  if (items.length === 0) return Buffer.from('[]');
  const list = Buffer.allocUnsafe(
    items.reduce((sum, item) => sum + 1 + Buffer.byteLength(item), 1),
  );
  let end = 0;
  for (const item of items) {
    end += list.write(end === 0 ? '[' : ',', end);
    end += list.write(item, end);
  }
  list.write(']', end);
  return list;
}

/** One list of all the items of several, none of which is empty; they give up their memory to it. */
export function joinLists(lists: readonly Buffer[]): Buffer {
  const joined = Buffer.concat([
    Buffer.from('['),
    ...lists.flatMap((list, index) => [...(index === 0 ? [] : [COMMA]), list.subarray(1, -1)]),
    Buffer.from(']'),
  ]);
  for (const list of lists) giveUp(list);
  return joined;
}

/** What has lived through a transaction would otherwise wait for the next collection of everything. */
export function giveUp({ buffer, byteLength }: Buffer): void {
  // Small ones have theirs in common with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
