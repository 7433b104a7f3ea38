import { useEffect, useState } from 'react';
import { createKeyWorker, type KeyWorker } from '#data/account/key-worker.ts';

/** A worker for as long as a form is mounted: it has started when its response is wanted. */
export function useKeyWorker(): KeyWorker {
  const [keys] = useState(() => createKeyWorker());
  useEffect(() => () => keys.stop(), [keys]);
  return keys;
}
