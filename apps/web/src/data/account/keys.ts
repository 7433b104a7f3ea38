// Keys are made in a worker; where there is none, on the page in short turns.
import { answerKeyQuestion, KeyAnswer, type KeyQuestion } from './crypto-messages.ts';

/** One worker for the questions of one flow, started by the first of them; `stop` lets it go. */
export interface KeyMaker {
  /** What a passphrase makes may be asked for ahead: it is not made twice. */
  ask(question: KeyQuestion): Promise<KeyAnswer>;
  stop(): void;
}

interface Derived {
  readonly from: string;
  readonly answer: Promise<KeyAnswer>;
}

export function createKeyMaker(start: () => Worker | undefined = startWorker): KeyMaker {
  let worker: Worker | undefined;
  let hasFailed = false;
  let turn: Promise<unknown> = Promise.resolve();
  let derived: Derived | undefined;

  async function answer(question: KeyQuestion): Promise<KeyAnswer> {
    if (!hasFailed) worker ??= start();
    const told = worker && (await askWorker(worker, question));
    if (told) return told;
    // It could not be loaded: the page does without.
    hasFailed = true;
    stop();
    return answerKeyQuestion(question);
  }

  /** One after another: an answer does not say to what. */
  function inTurn(question: KeyQuestion): Promise<KeyAnswer> {
    const asked = turn.then(() => answer(question));
    turn = asked.catch(() => undefined);
    return asked;
  }

  function stop(): void {
    worker?.terminate();
    worker = undefined;
  }

  return {
    ask: (question) => {
      if (!('passphrase' in question)) return inTurn(question);
      if (derived?.from !== question.passphrase)
        derived = { from: question.passphrase, answer: inTurn(question) };
      return derived.answer;
    },
    stop: () => {
      stop();
      // Who waits in vain for a worker that is gone holds nobody up.
      turn = Promise.resolve();
      derived = undefined;
    },
  };
}

function startWorker(): Worker | undefined {
  if (typeof Worker === 'undefined') return undefined;
  try {
    return new Worker(new URL('./crypto-worker.ts', import.meta.url), { type: 'module' });
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
