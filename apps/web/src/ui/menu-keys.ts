const ITEMS = '[role^="menuitem"]:not([disabled], [aria-disabled="true"])';

export const itemsOf = (menu: Element): readonly HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>(ITEMS),
];

/** Where a key leads in a list of `count`; undefined when it leads nowhere. Both ends are joined. */
export function nextItem(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (Math.max(at, 0) - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** On what is chosen, else on what asks for it, else on the first. */
export function focusMenu(menu: Element): void {
  const items = itemsOf(menu);
  const wanted = items.find((item) => item.matches('[aria-checked="true"], [data-first="true"]'));
  (wanted ?? items[0])?.focus();
}

/** The arrow that leads deeper, and the one that leads back, in the direction of the text. */
export function isInwards(key: string, direction: string): boolean {
  return key === (direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
}

export function isOutwards(key: string, direction: string): boolean {
  return key === (direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft');
}
