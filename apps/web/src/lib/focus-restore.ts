// Moves the focus after a navigation: back to the link that led away, else to the content of the next page. Keyboards
// and screen readers would otherwise start again at the top of the window.

let isFirstPage = true;
let leftFor: string | undefined;

/** Lists may render after the page itself. */
const LINK_COMES_WITHIN_MS = 3_000;

/** Called before a page renders; `path` is the page that a Back navigation leaves. */
export function setReturnPath(path: string | undefined): void {
  leftFor = path;
}

/** Does nothing on the first page, where the browser puts the focus before the link that skips the header. */
export function restoreFocus(content: HTMLElement): void {
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

/** Does not scroll, because the router restores the scroll position. */
function focusLink(content: HTMLElement, path: string): boolean {
  const link = linkTo(path, [...content.querySelectorAll<HTMLAnchorElement>('a[href]')]);
  link?.focus({ preventScroll: true });
  return link !== undefined;
}

/** Ends when the link appears, when the focus moves elsewhere, or after 3 s. */
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

/** The user may have left a show at a different episode than the link's. */
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
