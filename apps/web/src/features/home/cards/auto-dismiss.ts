const SHOWN_MS = 10_000;

/** Takes a notice away after a while, but not under a pointer, nor while it has the focus. */
export function leaveInTime(notice: HTMLElement, leave: () => void): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let timer = setTimeout(leave, SHOWN_MS);
  for (const type of ['pointerenter', 'focusin'] as const)
    notice.addEventListener(type, () => clearTimeout(timer), { signal });
  for (const type of ['pointerleave', 'focusout'] as const)
    notice.addEventListener(
      type,
      () => {
        clearTimeout(timer);
        timer = setTimeout(leave, SHOWN_MS);
      },
      { signal },
    );
  return () => {
    clearTimeout(timer);
    lifetime.abort();
  };
}
