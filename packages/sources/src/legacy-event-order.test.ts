import { SKIPPED_FOR_SPEED, type ScrapeEvent } from '@matinee/shared/contract/scrape';
import { describe, expect, test } from 'vitest';
import { inLegacyOrder } from './legacy-event-order.ts';
import { stubStream } from './testing/stub-source.ts';

/** Abbreviates events: `+a` start, `a30` progress, `a-` not found, `a=` success, `a~` skipped. */
function eventOf(word: string): ScrapeEvent {
  const [, id = '', sign = ''] = word.match(/^\+?([a-z][0-9]?)(.*)$/) ?? [];
  if (word.startsWith('+')) return { type: 'start', id };
  const update = { type: 'update', id, percentage: 100 } as const;
  if (sign === '-') return { ...update, status: 'notfound', reason: 'gone' };
  if (sign === '~') return { ...update, status: 'notfound', reason: SKIPPED_FOR_SPEED };
  if (sign === '=') return { ...update, status: 'success' };
  if (sign === '!') return { ...update, status: 'failure', error: { name: 'E', message: 'e' } };
  if (sign === ':done') return { type: 'completed', sourceId: id, stream: stubStream(id) };
  if (sign === ':race') return { type: 'race', running: [id] };
  if (sign === '*') {
    const embeds = [0, 1].map((at) => ({ id: `${id}${at}`, embedScraperId: 'e' }));
    return { type: 'discoverEmbeds', sourceId: id, embeds };
  }
  return { type: 'update', id, percentage: Number(sign.slice(1)), status: 'pending' };
}

async function project(words: string): Promise<string> {
  const init: ScrapeEvent = { type: 'init', sourceIds: ['a', 'b', 'c'] };
  const spelled = new Map(words.split(' ').map((word) => [eventOf(word), word]));
  const ordered = await Array.fromAsync(inLegacyOrder(stream([init, ...spelled.keys()])));
  expect(ordered[0]).toBe(init);
  return ordered
    .slice(1)
    .map((event) => spelled.get(event) ?? '?')
    .join(' ');
}

async function* stream(events: readonly ScrapeEvent[]) {
  yield* events;
}

describe('a race reported as if its sources had run one after another', () => {
  test.each([
    ['keeps a sequential run unchanged', '+a a%30 a- +b b= b:done', '+a a%30 a- +b b:done'],
    [
      'holds back events of a lower source until the better one has ended',
      '+a +b b%30 a%50 b- +c a- c= c:done',
      '+a a%50 a- +b b%30 b- +c c:done',
    ],
    [
      'reports unfinished sources as skipped, then the winner from its start',
      '+a a%30 +b +c c%60 c= a~ b~ c:done',
      '+a a%30 a~ b~ +c c%60 c:done',
    ],
    [
      'reports a better source that had failed behind one that hangs',
      '+a +b b%10 b! +c c= a~ c:done',
      '+a a~ +b b%10 b! +c c:done',
    ],
    [
      'reports embeds after their source and before the next one',
      '+a +b a* +a0 b- +a1 a1- a0- +c c= c:done',
      '+a a* +a0 a0- +a1 a1- +b b- +c c:done',
    ],
    ['reports a winning embed last', '+a a* +a0 +a1 a1= a0~ a:done', '+a a* +a0 a0~ +a1 a:done'],
    [
      'may end the race at any time',
      '+a a:race +b b:race a- b- b:race',
      '+a a:race b:race a- +b b- b:race',
    ],
    ['does not hold back a candidate that is beaten', '+a +b b= a%70 a= a:done', '+a a%70 a:done'],
  ])('%s', async (_name, raced, ordered) => {
    expect(await project(raced)).toBe(ordered);
  });

  test('reports everything when nothing was found', async () => {
    const events: ScrapeEvent[] = [
      { type: 'init', sourceIds: ['a', 'b', 'c'] },
      ...['+a', '+b', '+c', 'c-', 'b!', 'a-'].map(eventOf),
      { type: 'noOutput' },
    ];
    const ordered = await Array.fromAsync(inLegacyOrder(stream(events)));
    expect(ordered.map(({ type }) => type).join(' ')).toBe(
      'init start update start update start update noOutput',
    );
  });

  test('passes on an event as soon as it is due', async () => {
    const pushed: ScrapeEvent[] = [eventOf('+a')];
    async function* open(): AsyncGenerator<ScrapeEvent> {
      yield { type: 'init', sourceIds: ['a'] };
      yield* pushed;
      await new Promise(() => undefined);
    }
    const ordered = inLegacyOrder(open());
    await ordered.next();
    expect((await ordered.next()).value).toEqual({ type: 'start', id: 'a' });
  });

  test('ends the run when its reader leaves', async () => {
    let hasEnded = false;
    async function* run(): AsyncGenerator<ScrapeEvent> {
      try {
        yield { type: 'init', sourceIds: ['a'] };
        yield eventOf('+a');
      } finally {
        hasEnded = true;
      }
    }
    const ordered = inLegacyOrder(run());
    await ordered.next();
    await ordered.return();
    expect(hasEnded).toBe(true);
  });
});
