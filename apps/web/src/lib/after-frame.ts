/** A hidden page draws no frames: what must be done all the same is then done about as soon as a slow one would have. */
const LATEST_MS = 500;

/** In a task of its own, once the page has been drawn as it is by then; what it returns calls it off. */
export function afterFrame(work: () => void): () => void {
  let timer = setTimeout(begin, LATEST_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(begin);
  });
  function begin(): void {
    cancelAnimationFrame(frame);
    work();
  }
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    afterFrame(resolve);
  });
}
