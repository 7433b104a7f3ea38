import { useEffect, useState } from 'react';
import { createKeyMaker, type KeyMaker } from '#data/account/keys.ts';
import { nextTurn } from '#lib/next-turn.ts';

/** For as long as a form is there: its worker has started when its answer is wanted, and ends after the next page has come. */
export function useKeyMaker(): KeyMaker {
  const [keys] = useState(() => createKeyMaker());
  useEffect(() => () => void nextTurn().then(() => keys.stop()), [keys]);
  return keys;
}
