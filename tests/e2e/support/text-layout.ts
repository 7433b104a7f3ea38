// Finds texts that do not fit.
import type { Page } from '@playwright/test';

/** Pixels by which the page scrolls sideways. */
export const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The visible and announced texts. Titles and names of the catalog are in `bdi` or `[lang]`. */
export function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const data =
      'bdi, code, pre, option, dd, script, style, noscript, [translate="no"], [dir="auto"], body [lang]';
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest(data) || !parent.checkVisibility()) continue;
      found.push(node.textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder]'))
      for (const name of ['aria-label', 'placeholder'])
        found.push(element.getAttribute(name) ?? '');
    return [...new Set(found)];
  });
}

/**
 * Finds texts that match `pattern` and are cut off or outside the window. By design, some texts are clamped to lines,
 * and lines of facts, such as the type and year of a title, end with an ellipsis.
 */
export function clippedTexts(page: Page, pattern: RegExp): Promise<string[]> {
  return page.evaluate((source) => {
    const isTested = new RegExp(source, 'u');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    const report = (why: string, element: Element): void => {
      const text = element.textContent?.replaceAll(/[\u200f\u202c\u202e]/g, '').slice(0, 50);
      found.add(`${why}: <${element.localName} class="${element.className}"> ${text}`);
    };
    const scrolls = (element: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return [overflowX, overflowY].some((way) => way === 'auto' || way === 'scroll');
    };
    const scrollsBothWays = (box: Element): boolean =>
      box.scrollHeight > box.clientHeight + 1 && box.scrollWidth > box.clientWidth + 1;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const own = node.parentElement;
      const isWhole = isTested.test(node.textContent ?? '');
      if (!own || !isWhole || !own.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (let box: Element | null = own; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const { left, right, top, bottom, width } = box.getBoundingClientRect();
        // Only screen readers get this text.
        if (width <= 1 || style.clipPath !== 'none') break;
        if (scrolls(box) && scrollsBothWays(box)) report('scrolls sideways', box);
        if (style.webkitLineClamp !== 'none' || scrolls(box)) break;
        const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
        const isControl = box.matches('button, a[class], [role="menuitem"], [role="tab"]');
        if ((hides || isControl) && (text.left < left - 1 || text.right > right + 1))
          report(hides ? 'clipped' : 'sticks out', own);
        if (style.overflowY === 'hidden' && (text.top < top - 2 || text.bottom > bottom + 2))
          report('clipped below', own);
        if (box.parentElement === document.body && (text.left < -1 || text.right > innerWidth + 1))
          report('outside the window', own);
      }
    }
    return [...found];
  }, pattern.source);
}

/** Finds texts that controls cut off themselves, without a box to measure: choices of selects, and placeholders. */
export async function cutInControls(page: Page): Promise<string[]> {
  return [...(await cutChoices(page)), ...(await cutPlaceholders(page))];
}

function cutChoices(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('select')].flatMap((select) => {
      const whole = select.cloneNode(true);
      if (!(whole instanceof HTMLSelectElement) || !select.checkVisibility()) return [];
      // Chromium keeps the width while the text of the selected choice stays the same.
      select.style.display = 'none';
      select.getBoundingClientRect();
      select.style.display = '';
      whole.style.cssText = 'position: absolute; inline-size: max-content; max-inline-size: none';
      select.after(whole);
      const needed = whole.getBoundingClientRect().width;
      whole.remove();
      const { width } = select.getBoundingClientRect();
      if (needed <= width + 1) return [];
      const [longest = ''] = [...select.options]
        .map(({ text }) => text)
        .sort((one, other) => other.length - one.length);
      return [`${select.ariaLabel}: ${longest} (${Math.ceil(needed - width)} px)`];
    }),
  );
}

function cutPlaceholders(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input:placeholder-shown')].flatMap((input) => {
      if (!input.checkVisibility()) return [];
      const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(input);
      const text = document.createElement('span');
      text.textContent = input.placeholder;
      Object.assign(text.style, { font, letterSpacing, position: 'absolute', whiteSpace: 'pre' });
      input.after(text);
      const needed = text.getBoundingClientRect().width;
      text.remove();
      const width = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      if (needed <= width + 1) return [];
      return [`${input.placeholder} (${Math.ceil(needed - width)} px)`];
    }),
  );
}
