import { useEffect, useState } from 'react';
import { createKeyMaker, type KeyMaker } from '#data/account/keys.ts';

/** For as long as a form is there: its worker has started when its answer is wanted. */
export function useKeyMaker(): KeyMaker {
  const [keys] = useState(() => createKeyMaker());
  useEffect(() => () => keys.stop(), [keys]);
  return keys;
}
