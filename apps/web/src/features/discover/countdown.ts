export interface CountDown {
  readonly seconds: number;
  readonly onSecond: (left: number) => void;
  readonly onEnd: () => void;
}

const SECOND_MS = 1_000;

/** Returns the way out. */
export function countDown({ seconds, onSecond, onEnd }: CountDown): () => void {
  let left = seconds;
  const timer = setInterval(() => {
    left -= 1;
    onSecond(left);
    if (left > 0) return;
    clearInterval(timer);
    onEnd();
  }, SECOND_MS);
  return () => clearInterval(timer);
}
