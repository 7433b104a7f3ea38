// The viewers of a benchmark, on a thread of their own: so many at once, until so many answers have been read to the end.
import { Agent, get } from 'node:http';
import { parentPort, Worker } from 'node:worker_threads';

export interface Crowd {
  /** The run's number is put after it. */
  readonly url: string;
  readonly viewers: number;
  readonly from: number;
  readonly to: number;
}

/** Milliseconds that they took; this thread is free meanwhile. */
export async function watch(crowd: Crowd): Promise<number> {
  const worker = new Worker(new URL(import.meta.url));
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
      worker.postMessage(crowd);
    });
  } finally {
    await worker.terminate();
  }
}

parentPort?.once('message', (crowd: Crowd) => {
  void visitAll(crowd).then((ms) => parentPort?.postMessage(ms));
});

async function visitAll({ url, viewers, from, to }: Crowd): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: viewers });
  const ask = (run: number) =>
    new Promise<void>((resolve, reject) => {
      get(`${url}${run}`, { agent }, (answer) => {
        answer.resume().once('end', resolve).once('error', reject);
      }).once('error', reject);
    });
  let run = from;
  const visit = async () => {
    while (run < to) await ask((run += 1));
  };
  const asked = performance.now();
  await Promise.all(Array.from({ length: viewers }, visit));
  agent.destroy();
  return performance.now() - asked;
}
