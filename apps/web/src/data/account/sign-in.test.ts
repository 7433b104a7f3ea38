import { decrypt, accountTag } from '@matinee/shared/identity/encryption';
import { isSignedBy } from '@matinee/shared/identity/keys';
import { expect, test, vi } from 'vitest';
import { handleKeyRequest } from './key-worker.ts';
import { createKeyWorker } from './sign-in.ts';

const PASSPHRASE = `${'abandon '.repeat(11)}about`;
const PUBLIC_KEY = 'VBC9WUuOt4TDveyl_aHQBYPW-yA-DmSu92lo6mCVsbk';

/** Responds on command, like a worker, without an id of the request. */
function fakeWorker() {
  const listeners = new Map<string, (event: unknown) => void>();
  const requested: unknown[] = [];
  return {
    requested,
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      listeners.set(type, listener),
    postMessage: (question: unknown) => void requested.push(question),
    terminate: vi.fn<() => void>(),
    response: async () => {
      const data = await handleKeyRequest(requested.at(-1));
      listeners.get('message')?.({ data });
    },
    fail: () => listeners.get('error')?.({}),
  };
}

const makerOver = (worker: ReturnType<typeof fakeWorker>) => {
  const start = vi.fn<() => Worker>(() => Object.assign(Object.create(null), worker));
  return { keys: createKeyWorker(start), start };
};

test('the worker starts on first use, and the same twelve words are derived once', async () => {
  const worker = fakeWorker();
  const { keys, start } = makerOver(worker);
  expect(start).not.toHaveBeenCalled();
  const ahead = keys.request({ passphrase: PASSPHRASE });
  await vi.waitFor(() => expect(worker.requested).toHaveLength(1));
  await worker.response();
  expect((await ahead).publicKey).toBe(PUBLIC_KEY);
  expect(await keys.request({ passphrase: PASSPHRASE })).toBe(await ahead);
  expect(worker.requested).toHaveLength(1);
});

test('each request gets its own response, however fast they follow each other', async () => {
  const worker = fakeWorker();
  const { keys } = makerOver(worker);
  const seed = new Uint8Array(32).fill(7);
  const derived = keys.request({ passphrase: PASSPHRASE });
  const signed = keys.request({ seed, challenge: 'a challenge', deviceName: 'Café TV' });
  await vi.waitFor(() => expect(worker.requested).toHaveLength(1));
  await worker.response();
  expect((await derived).publicKey).toBe(PUBLIC_KEY);
  await vi.waitFor(() => expect(worker.requested).toHaveLength(2));
  await worker.response();
  const { publicKey, signature = '', device = '', owner } = await signed;
  expect(isSignedBy(publicKey, 'a challenge', signature)).toBe(true);
  expect(decrypt(device, seed)).toBe('Café TV');
  expect(owner).toBe(accountTag(seed));
});

test('without a worker the page derives the key itself', async () => {
  const worker = fakeWorker();
  const { keys, start } = makerOver(worker);
  const response = keys.request({ passphrase: PASSPHRASE });
  await vi.waitFor(() => expect(worker.requested).toHaveLength(1));
  worker.fail();
  expect((await response).publicKey).toBe(PUBLIC_KEY);
  expect(worker.terminate).toHaveBeenCalledOnce();
  await keys.request({ seed: new Uint8Array(32) });
  expect(start).toHaveBeenCalledOnce();
});

test('leaving a form terminates its worker; opening it again starts another', async () => {
  const worker = fakeWorker();
  const { keys, start } = makerOver(worker);
  void keys.request({ passphrase: PASSPHRASE });
  await vi.waitFor(() => expect(worker.requested).toHaveLength(1));
  keys.stop();
  expect(worker.terminate).toHaveBeenCalledOnce();
  const again = keys.request({ passphrase: PASSPHRASE });
  await vi.waitFor(() => expect(worker.requested).toHaveLength(2));
  await worker.response();
  expect((await again).publicKey).toBe(PUBLIC_KEY);
  expect(start).toHaveBeenCalledTimes(2);
});
