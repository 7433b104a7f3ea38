import { createShared } from '#http/shared-work.ts';
import type { CatalogueAnswer } from './answer.ts';

export interface SharedAnswersOptions {
  readonly maxBytes: number;
  readonly now: () => number;
}

export interface Question {
  readonly key: string;
  readonly keepMs: number;
  readonly ask: (signal: AbortSignal) => Promise<CatalogueAnswer>;
}

export interface SharedAnswers {
  readonly get: (question: Question, signal: AbortSignal) => Promise<CatalogueAnswer>;
}

/** Equal questions asked at the same time go out once, and good answers are kept for a while. */
export function createSharedAnswers({ maxBytes, now }: SharedAnswersOptions): SharedAnswers {
  const shared = createShared<CatalogueAnswer>({
    maxBytes,
    // JavaScript keeps text in up to two bytes a character.
    bytesOf: ({ body }) => 2 * body.length,
    now,
  });
  return {
    get: ({ key, keepMs, ask }, signal) =>
      shared.get(
        key,
        async (end) => {
          const value = await ask(end);
          return { value, keepMs: value.status === 200 ? keepMs : 0 };
        },
        signal,
      ),
  };
}
