const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

/** `/` leads to the search box from anywhere, unless it is part of a text that is being written. */
export function focusOnSlash(input: HTMLInputElement): () => void {
  const lifetime = new AbortController();
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || isTyping(target)) return;
      event.preventDefault();
      input.focus();
      input.select();
    },
    { signal: lifetime.signal },
  );
  return () => lifetime.abort();
}
