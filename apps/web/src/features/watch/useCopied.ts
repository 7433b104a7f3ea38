import { useRef, useState } from 'react';
import { copyText } from '#lib/copy-text.ts';

const COPIED_FOR_MS = 2_000;

/** Copies text, and confirms that for two seconds. */
export function useCopied() {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function copy(text: string): Promise<void> {
    if (!(await copyText(text))) return;
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsCopied(false), COPIED_FOR_MS);
  }

  return { isCopied, copy };
}
