// Where the focus goes when the page that had it is gone: to the content of the next one, or whoever uses a keyboard or a
// screen reader would begin again at the top of the window.

let isFirstPage = true;

/** The first page is left alone: its focus is where the browser puts it, before the link that skips the header. */
export function receiveFocus(content: HTMLElement): void {
  const { activeElement, body } = content.ownerDocument;
  const isLost = activeElement === null || activeElement === body;
  if (!isFirstPage && isLost) content.focus({ preventScroll: true });
  isFirstPage = false;
}
