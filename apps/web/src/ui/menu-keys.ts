const ITEMS = '[role^="menuitem"]:not([disabled], [aria-disabled="true"])';

export const itemsOf = (menu: Element): readonly HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>(ITEMS),
];

/** The index that a key moves to; wraps around; undefined for other keys. */
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

/** Focuses the checked item, the one marked as first, or the first one. */
export function focusMenu(menu: Element): void {
  const items = itemsOf(menu);
  const preferred = items.find((item) =>
    item.matches('[aria-checked="true"], [data-first="true"]'),
  );
  (preferred ?? items[0])?.focus();
}

export function opensSubmenu(key: string, direction: string): boolean {
  return key === (direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
}

export function closesSubmenu(key: string, direction: string): boolean {
  return key === (direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft');
}
