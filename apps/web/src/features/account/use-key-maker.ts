import { useEffect, useState } from 'react';
import { createKeyMaker, type KeyMaker } from '#data/account/keys.ts';

/** A worker for as long as a form is mounted: it has started when its response is wanted. */
export function useKeyMaker(): KeyMaker {
  const [keys] = useState(() => createKeyMaker());
  useEffect(() => () => keys.stop(), [keys]);
  return keys;
}
