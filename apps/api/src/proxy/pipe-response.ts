import type { ServerResponse } from 'node:http';
import { nextTick } from 'node:process';
import type { Writable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { redirectLocation, type OutgoingRequest } from './redirects.ts';

export interface ResponseHead {
  readonly status: number;
  /** Lower-case names; a header sent several times is a list. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface PipeOptions {
  readonly url: URL;
  readonly request: OutgoingRequest;
  readonly into: ServerResponse;
  /** Throws what an address that is not to be asked comes to. */
  readonly validate: (url: URL) => void;
  /** Writes the head of our answer, or says where else the body is to flow. */
  readonly writeHead: (head: ResponseHead) => Writable | undefined;
  /** Goes on after an answer that is not passed on. */
  readonly onUnpiped: (unpoured: UnpipedResponse) => Promise<void>;
}

/** What is not passed on, so that nothing has been written yet: a redirect, or no status at all. */
export interface UnpipedResponse {
  readonly status: number;
  readonly location: string | undefined;
}

/**
 * Sends one request and lets its answer flow into ours: no faster than ours is read, and so tied together that neither
 * outlives the other. Without streams in between, which would cost more than all the rest.
 */
export function pipeResponse(dispatcher: Dispatcher, options: PipeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const { url, request, validate } = options;
    validate(url);
    const { origin, pathname, search } = url;
    const { method, headers, body = null } = request;
    dispatcher.dispatch(
      { origin, path: pathname + search, method, headers, body },
      createPipeHandler(options, resolve, reject),
    );
  });
}

function createPipeHandler(
  { into, writeHead, onUnpiped }: PipeOptions,
  resolve: (rest?: Promise<void>) => void,
  reject: (error: Error) => void,
): Dispatcher.DispatchHandler {
  let controlled: Dispatcher.DispatchController | undefined;
  let sink: Writable = into;
  let length = Number.NaN;
  let [isFlowing, hasBegun, isOver] = [false, false, false];
  const onGone = (): void => {
    if (!isOver) controlled?.abort(new Error('The visitor has left.'));
  };
  into.on('close', onGone);

  return {
    onRequestStart(controller) {
      controlled = controller;
      if (into.destroyed) onGone();
    },
    onResponseStart(controller, status, received) {
      // What comes before the answer, such as early hints.
      if (status >= 100 && status < 200) return;
      const location = redirectLocation(status, received);
      if (location !== undefined || status < 200 || status > 599) {
        isOver = true;
        resolve(Promise.resolve({ status, location }).then(onUnpiped));
        // What it says beside is read by nobody.
        controller.abort(new Error('Not passed on.'));
        return;
      }
      isFlowing = true;
      length = Number(received['content-length']);
      const other = writeHead({ status, headers: received });
      if (other) sink = other.on('close', onGone);
    },
    onResponseData(controller, piece) {
      // Comes after each pause.
      if (piece.length === 0) return;
      const canContinue = hasBegun ? sink.write(piece) : writeFirst(sink, piece, length);
      hasBegun = true;
      if (canContinue) return;
      controller.pause();
      sink.once('drain', () => controller.resume());
    },
    onResponseEnd() {
      isOver = true;
      // When the last piece has been handed to the system: together they would have to be gathered.
      if (!sink.writableEnded) nextTick(() => sink.end());
      resolve();
    },
    onResponseError(_controller, error) {
      isOver = true;
      if (!isFlowing) return reject(error);
      // The length was promised; only a broken connection says that this is not all.
      sink.destroy(sink === into ? undefined : error);
      resolve();
    },
  };
}

/** So much of a body goes with the head as one text, which costs less than pieces that have to be gathered. */
const MERGE_HEAD_BYTES = 16 * 1024;

/** Whether there is room for more. What is all of the body ends it in the same write. */
function writeFirst(sink: Writable, piece: Buffer, length: number): boolean {
  if (piece.length > MERGE_HEAD_BYTES) return sink.write(piece);
  const text = piece.toString('latin1');
  if (piece.length !== length) return sink.write(text, 'latin1');
  sink.end(text, 'latin1');
  return true;
}
