import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { redirectOf, type Sendable } from './redirects.ts';

export interface AnswerHead {
  readonly status: number;
  /** Lower-case names; a header sent several times is a list. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Pouring {
  readonly url: URL;
  readonly request: Sendable;
  readonly into: ServerResponse;
  /** Writes the head of our answer. */
  readonly begin: (head: AnswerHead) => void;
}

/** What is not passed on, so that nothing has been written yet: a redirect, or no status at all. */
export interface Unpoured {
  readonly status: number;
  readonly location: string | undefined;
}

/**
 * Sends one request and lets its answer flow into ours: no faster than ours is read, and so tied together that neither
 * outlives the other. Without streams in between, which would cost more than all the rest.
 */
export function pour(
  dispatcher: Dispatcher,
  { url, request, into, begin }: Pouring,
): Promise<Unpoured | undefined> {
  return new Promise((resolve, reject) => {
    let answer: Dispatcher.DispatchController | undefined;
    let isFlowing = false;
    const onDrain = (): void => answer?.resume();
    const onGone = (): void => answer?.abort(new Error('The visitor has left.'));
    const untie = (): void => {
      into.off('drain', onDrain);
      into.off('close', onGone);
    };
    into.on('drain', onDrain);
    into.on('close', onGone);

    const { method, headers, body = null } = request;
    const { origin, pathname, search } = url;
    dispatcher.dispatch(
      { origin, path: pathname + search, method, headers: { ...headers }, body },
      {
        onRequestStart(controller) {
          answer = controller;
          if (into.destroyed) onGone();
        },
        onResponseStart(controller, status, received) {
          // What comes before the answer, such as early hints.
          if (status >= 100 && status < 200) return;
          const location = redirectOf(status, received);
          if (location !== undefined || status < 200 || status > 599) {
            untie();
            resolve({ status, location });
            // What it says beside is read by nobody.
            controller.abort(new Error('Not passed on.'));
            return;
          }
          isFlowing = true;
          begin({ status, headers: received });
        },
        onResponseData(controller, chunk) {
          if (!into.write(chunk)) controller.pause();
        },
        onResponseEnd() {
          untie();
          into.end();
          resolve(undefined);
        },
        onResponseError(_controller, error) {
          untie();
          if (!isFlowing) return reject(error);
          // The length was promised; only a broken connection says that this is not all.
          into.destroy();
          resolve(undefined);
        },
      },
    );
  });
}
