// Keys are made in a worker; where there is none, on the page in short turns.
import { answerKeyQuestion, KeyAnswer, type KeyQuestion } from './key-questions.ts';

/** One worker for the questions of one flow; `stop` lets it go. */
export interface KeyMaker {
  ask(question: KeyQuestion): Promise<KeyAnswer>;
  stop(): void;
}

export function createKeyMaker(start: () => Worker | undefined = startWorker): KeyMaker {
  let worker = start();
  return {
    ask: async (question) => {
      const answer = worker && (await askWorker(worker, question));
      if (answer) return answer;
      // It could not be loaded: the page does without.
      worker?.terminate();
      worker = undefined;
      return answerKeyQuestion(question);
    },
    stop: () => worker?.terminate(),
  };
}

function startWorker(): Worker | undefined {
  if (typeof Worker === 'undefined') return undefined;
  try {
    return new Worker(new URL('./keys-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}

function askWorker(worker: Worker, question: KeyQuestion): Promise<KeyAnswer | undefined> {
  return new Promise((resolve) => {
    const once = { once: true };
    worker.addEventListener('error', () => resolve(undefined), once);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => resolve(KeyAnswer.safeParse(data).data),
      once,
    );
    worker.postMessage(question);
  });
}
