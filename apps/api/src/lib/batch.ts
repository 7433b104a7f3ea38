export interface BatchOptions<Item, Result> {
  /** Returns one result for each item, in their order. If it rejects, so do the calls of all its items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** The largest number of batches at a time. */
  readonly concurrency: number;
  /** The largest number of items in a batch. */
  readonly maxItems: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs calls together when there are many: an item runs at once unless `concurrency` batches are running, and those that
 * arrive meanwhile share the next. The busier the server, the fewer statements it sends for each.
 */
export function createBatch<Item, Result>({
  run,
  concurrency,
  maxItems,
}: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  async function runAll(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('A batch lacks results');
      results.forEach((result, index) => batch[index]?.resolve(result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  function start(): void {
    if (running >= concurrency || waiting.length === 0) return;
    const batch = waiting.slice(0, maxItems);
    waiting = waiting.slice(maxItems);
    running += 1;
    void runAll(batch).then(() => {
      running -= 1;
      start();
    });
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      start();
    });
}
