import { decrypt, accountTag } from '@matinee/shared/identity/encryption';
import { isSignedBy } from '@matinee/shared/identity/keys';
import { expect, test, vi } from 'vitest';
import { handleKeyRequest } from './key-requests.ts';
import { createKeyWorker } from './key-worker.ts';

const PASSPHRASE = `${'abandon '.repeat(11)}about`;
const PUBLIC_KEY = 'VBC9WUuOt4TDveyl_aHQBYPW-yA-DmSu92lo6mCVsbk';

/** Answers when it is told to, as a worker does: with nothing that says to which question. */
function fakeWorker() {
  const listeners = new Map<string, (event: unknown) => void>();
  const asked: unknown[] = [];
  return {
    asked,
    addEventListener: (type: string, hear: (event: unknown) => void) => listeners.set(type, hear),
    postMessage: (question: unknown) => void asked.push(question),
    terminate: vi.fn<() => void>(),
    answer: async () => {
      const data = await handleKeyRequest(asked.at(-1));
      listeners.get('message')?.({ data });
    },
    fail: () => listeners.get('error')?.({}),
  };
}

const makerOver = (worker: ReturnType<typeof fakeWorker>) => {
  const start = vi.fn<() => Worker>(() => Object.assign(Object.create(null), worker));
  return { keys: createKeyWorker(start), start };
};

test('nothing is started before somebody asks, and what twelve words make is made once', async () => {
  const worker = fakeWorker();
  const { keys, start } = makerOver(worker);
  expect(start).not.toHaveBeenCalled();
  const ahead = keys.request({ passphrase: PASSPHRASE });
  await vi.waitFor(() => expect(worker.asked).toHaveLength(1));
  await worker.answer();
  expect((await ahead).publicKey).toBe(PUBLIC_KEY);
  expect(await keys.request({ passphrase: PASSPHRASE })).toBe(await ahead);
  expect(worker.asked).toHaveLength(1);
});

test('each question gets its own answer, however quickly they follow each other', async () => {
  const worker = fakeWorker();
  const { keys } = makerOver(worker);
  const seed = new Uint8Array(32).fill(7);
  const derived = keys.request({ passphrase: PASSPHRASE });
  const signed = keys.request({ seed, challenge: 'a challenge', deviceName: 'Café TV' });
  await vi.waitFor(() => expect(worker.asked).toHaveLength(1));
  await worker.answer();
  expect((await derived).publicKey).toBe(PUBLIC_KEY);
  await vi.waitFor(() => expect(worker.asked).toHaveLength(2));
  await worker.answer();
  const { publicKey, signature = '', device = '', owner } = await signed;
  expect(isSignedBy(publicKey, 'a challenge', signature)).toBe(true);
  expect(decrypt(device, seed)).toBe('Café TV');
  expect(owner).toBe(accountTag(seed));
});

test('a worker that cannot be loaded is done without', async () => {
  const worker = fakeWorker();
  const { keys, start } = makerOver(worker);
  const answer = keys.request({ passphrase: PASSPHRASE });
  await vi.waitFor(() => expect(worker.asked).toHaveLength(1));
  worker.fail();
  expect((await answer).publicKey).toBe(PUBLIC_KEY);
  expect(worker.terminate).toHaveBeenCalledOnce();
  await keys.request({ seed: new Uint8Array(32) });
  expect(start).toHaveBeenCalledOnce();
});

test('a form that is left lets its worker go; one that is opened again starts another', async () => {
  const worker = fakeWorker();
  const { keys, start } = makerOver(worker);
  void keys.request({ passphrase: PASSPHRASE });
  await vi.waitFor(() => expect(worker.asked).toHaveLength(1));
  keys.stop();
  expect(worker.terminate).toHaveBeenCalledOnce();
  const again = keys.request({ passphrase: PASSPHRASE });
  await vi.waitFor(() => expect(worker.asked).toHaveLength(2));
  await worker.answer();
  expect((await again).publicKey).toBe(PUBLIC_KEY);
  expect(start).toHaveBeenCalledTimes(2);
});
