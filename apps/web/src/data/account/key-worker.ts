// Derives keys and signs in a worker, so that rendering goes on; without workers, on the page in short tasks.
import { handleKeyRequest, KeyResponse, type KeyRequest } from './key-requests.ts';

/** A worker for one form or one login, started by the first request. */
export interface KeyWorker {
  /** Derives the keys of a passphrase once, however often they are requested. */
  request(request: KeyRequest): Promise<KeyResponse>;
  stop(): void;
}

interface Derived {
  readonly passphrase: string;
  readonly response: Promise<KeyResponse>;
}

export function createKeyWorker(start: () => Worker | undefined = startWorker): KeyWorker {
  let worker: Worker | undefined;
  let hasFailed = false;
  let queue: Promise<unknown> = Promise.resolve();
  let derived: Derived | undefined;

  async function handle(request: KeyRequest): Promise<KeyResponse> {
    if (!hasFailed) worker ??= start();
    const response = worker && (await postRequest(worker, request));
    if (response) return response;
    // The worker could not be loaded.
    hasFailed = true;
    terminate();
    return handleKeyRequest(request);
  }

  /** One after another, because responses carry no id. */
  function enqueue(request: KeyRequest): Promise<KeyResponse> {
    const response = queue.then(() => handle(request));
    queue = response.catch(() => undefined);
    return response;
  }

  function terminate(): void {
    worker?.terminate();
    worker = undefined;
  }

  return {
    request: (request) => {
      if (!('passphrase' in request)) return enqueue(request);
      const { passphrase } = request;
      if (derived?.passphrase !== passphrase) derived = { passphrase, response: enqueue(request) };
      return derived.response;
    },
    stop: () => {
      terminate();
      // A request to the terminated worker never settles and must not block later ones.
      queue = Promise.resolve();
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

function postRequest(worker: Worker, request: KeyRequest): Promise<KeyResponse | undefined> {
  return new Promise((resolve) => {
    const once = { once: true };
    worker.addEventListener('error', () => resolve(undefined), once);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => resolve(KeyResponse.safeParse(data).data),
      once,
    );
    worker.postMessage(request);
  });
}
