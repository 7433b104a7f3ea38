import type { ServerResponse } from 'node:http';
import { nextTick } from 'node:process';
import type { Writable } from 'node:stream';
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
  /** Writes the head of our answer, or says where else the body is to flow. */
  readonly begin: (head: AnswerHead) => Writable | undefined;
}

/** What is not passed on, so that nothing has been written yet: a redirect, or no status at all. */
export interface Unpoured {
  readonly status: number;
  readonly location: string | undefined;
}

type Put = (sink: Writable, piece: Buffer) => boolean;

/** So much of a body goes with the head as one text, which costs less than pieces that have to be gathered. */
const AT_ONCE_BYTES = 16 * 1024;
const putFirst: Put = (sink, piece) =>
  piece.length <= AT_ONCE_BYTES ? sink.write(piece.toString('latin1'), 'latin1') : put(sink, piece);
const put: Put = (sink, piece) => sink.write(piece);
/** When the last piece has been handed to the system: together they would have to be gathered. */
const end = (sink: Writable): void => nextTick(() => sink.end());

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
    let putNext = putFirst;
    let sink: Writable = into;
    const onDrain = (): void => answer?.resume();
    const onGone = (): void => answer?.abort(new Error('The visitor has left.'));
    const tie = (to: Writable): unknown => to.on('drain', onDrain).on('close', onGone);
    const untie = (): void => {
      for (const side of [into, sink]) side.off('drain', onDrain).off('close', onGone);
    };
    tie(into);

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
          const other = begin({ status, headers: received });
          if (!other) return;
          into.off('drain', onDrain);
          sink = other;
          tie(sink);
        },
        onResponseData(controller, chunk) {
          if (!putNext(sink, chunk)) controller.pause();
          putNext = put;
        },
        onResponseEnd() {
          untie();
          end(sink);
          resolve(undefined);
        },
        onResponseError(_controller, error) {
          untie();
          if (!isFlowing) return reject(error);
          // The length was promised; only a broken connection says that this is not all.
          sink.destroy(sink === into ? undefined : error);
          resolve(undefined);
        },
      },
    );
  });
}
