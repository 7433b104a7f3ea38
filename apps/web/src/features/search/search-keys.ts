const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

/** After Enter, as long as no other key or pointer is used, an arrow downwards leads to the first result. */
export function leadToResults(page: Document): void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'ArrowDown') {
        const first = page.querySelector<HTMLElement>('main [data-focus-start] a[href]');
        // They may be on their way.
        if (!first) return;
        event.preventDefault();
        first.focus();
      }
      lifetime.abort();
    },
    { signal },
  );
  page.addEventListener('pointerdown', () => lifetime.abort(), { signal });
}

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
