import type { KeyboardEvent, ReactNode } from 'react';

import { useAttached } from '#lib/use-ref-effect.ts';

import { focusMenu, isInwards, itemsOf, nextItem } from './menu-keys.ts';
import styles from './Menu.module.css';

interface MenuProps {
  readonly label: string;
  /** MenuLink and MenuRadio. */
  readonly children: ReactNode;
}

function attachMenu(menu: HTMLElement): () => void {
  focusMenu(menu);
  return () => undefined;
}

/** A list that arrows walk through; a page of a Popout. */
export function Menu({ label, children }: MenuProps) {
  const menuRef = useAttached(attachMenu, undefined);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { currentTarget, key, target } = event;
    const items = itemsOf(currentTarget);
    const at = items.findIndex((item) => item === target);
    const next = nextItem(key, at, items.length);
    if (next !== undefined) items[next]?.focus();
    else if (isInwards(key, getComputedStyle(currentTarget).direction)) openItem(items[at]);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={menuRef}
      className={styles.menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

function openItem(item: HTMLElement | undefined): void {
  if (item?.matches('[role="menuitem"]')) item.click();
}
