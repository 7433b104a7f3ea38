// Where the focus goes when the page that had it is gone: back to the link that somebody left by, else to the content of the
// next page, or whoever uses a keyboard or a screen reader would begin again at the top of the window.

let isFirstPage = true;
let leftFor: string | undefined;

/** A list may be read from the disk, or drawn row by row, after the page itself. */
const LINK_COMES_WITHIN_MS = 3_000;

/** Told before a page is drawn: whether it is one that somebody comes back to, and from where. */
export function comeBackFrom(path: string | undefined): void {
  leftFor = path;
}

/** The first page is left alone: its focus is where the browser puts it, before the link that skips the header. */
export function receiveFocus(content: HTMLElement): void {
  const { activeElement, body } = content.ownerDocument;
  const isLost = activeElement === null || activeElement === body;
  if (!isFirstPage && isLost) giveFocus(content);
  isFirstPage = false;
}

function giveFocus(content: HTMLElement): void {
  const path = leftFor;
  if (path !== undefined && focusLink(content, path)) return;
  content.focus({ preventScroll: true });
  if (path !== undefined) awaitLink(content, path);
}

/** Scrolling is not the focus's business: the page is put where it was. */
function focusLink(content: HTMLElement, path: string): boolean {
  const link = linkTo(path, [...content.querySelectorAll<HTMLAnchorElement>('a[href]')]);
  link?.focus({ preventScroll: true });
  return link !== undefined;
}

/** Until then, or until the focus is wanted elsewhere. */
function awaitLink(content: HTMLElement, path: string): void {
  const drawn = new MutationObserver(() => {
    if (content.ownerDocument.activeElement !== content || focusLink(content, path)) end();
  });
  const timer = setTimeout(() => drawn.disconnect(), LINK_COMES_WITHIN_MS);
  drawn.observe(content, { childList: true, subtree: true });
  function end(): void {
    clearTimeout(timer);
    drawn.disconnect();
  }
}

/** A series may have been left at another episode than it was opened at. */
export function linkTo<L extends { readonly pathname: string }>(
  path: string,
  links: readonly L[],
): L | undefined {
  const title = path.split('/', 3).join('/');
  return (
    links.find(({ pathname }) => pathname === path) ??
    links.find(({ pathname }) => pathname === title || pathname.startsWith(`${title}/`))
  );
}
