import { Check, ChevronRight, ExternalLink, type LucideIcon } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { focusMenu, itemsOf, nextItem, opensSubmenu } from './menu-keys.ts';
import styles from './Menu.module.css';

interface MenuProps {
  readonly label: string;
  readonly children: ReactNode;
}

function attachMenu(menu: HTMLElement): () => void {
  focusMenu(menu);
  return () => undefined;
}

/** Arrow keys move between its items. */
export function Menu({ label, children }: MenuProps) {
  const menuRef = useRefEffect(attachMenu, undefined);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { currentTarget, key, target } = event;
    const items = itemsOf(currentTarget);
    const at = items.findIndex((item) => item === target);
    const next = nextItem(key, at, items.length);
    if (next !== undefined) items[next]?.focus();
    else if (opensSubmenu(key, getComputedStyle(currentTarget).direction)) openItem(items[at]);
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

interface MenuRowProps {
  readonly role: 'menuitem' | 'menuitemradio' | 'menuitemcheckbox';
  readonly 'aria-checked'?: boolean;
  /** Gets the focus when the menu opens. */
  readonly isFirst?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

export function MenuRow({ role, isFirst, isDisabled, onPress, children, ...state }: MenuRowProps) {
  return (
    <button
      type="button"
      role={role}
      {...state}
      className={styles.row}
      data-first={isFirst}
      disabled={isDisabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

interface MenuSubmenuItemProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The current choice of the submenu. */
  readonly value?: ReactNode;
  /** Gets the focus when the menu opens. */
  readonly isFirst?: boolean | undefined;
  readonly onOpen: () => void;
}

/** Opens another page of the menu. */
export function MenuSubmenuItem({
  icon: Icon,
  label,
  value,
  isFirst,
  onOpen,
}: MenuSubmenuItemProps) {
  return (
    <MenuRow role="menuitem" isFirst={isFirst} onPress={onOpen}>
      <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      <ChevronRight className={styles.chevron} strokeWidth={1.75} aria-hidden />
    </MenuRow>
  );
}

/** A sentence between or instead of items. */
export function MenuText({ children }: { readonly children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}

interface MenuActionProps {
  readonly icon: LucideIcon;
  /** May briefly become a confirmation; screen readers announce the change. */
  readonly label: string;
  readonly onPress: () => void;
}

/** Runs an action. */
export function MenuAction({ icon: Icon, label, onPress }: MenuActionProps) {
  return (
    <MenuRow role="menuitem" onPress={onPress}>
      <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span className={styles.label} aria-live="polite">
        {label}
      </span>
    </MenuRow>
  );
}

interface MenuLinkProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly to: string;
}

/** Links to another page of the site. */
export function MenuLink({ icon: Icon, label, to }: MenuLinkProps) {
  return (
    <Link role="menuitem" className={styles.row} to={to} onKeyDown={pressOnSpace}>
      <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>{label}</span>
    </Link>
  );
}

interface MenuExternalLinkProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly href: string;
  /** File name for the download; browsers ignore it across origins and open a tab. */
  readonly download?: string | undefined;
  readonly hint?: string | undefined;
}

/** A real link, so that its context menu offers "Save link as". */
export function MenuExternalLink({
  icon: Icon,
  label,
  href,
  download,
  hint,
}: MenuExternalLinkProps) {
  return (
    <a
      role="menuitem"
      className={styles.row}
      href={href}
      download={download}
      target="_blank"
      rel="noreferrer"
      onKeyDown={pressOnSpace}
    >
      <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>
        {label}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
      <ExternalLink className={styles.chevron} strokeWidth={1.75} aria-hidden />
    </a>
  );
}

/** Menu items react to Space (ARIA menu pattern); links do not by themselves. */
function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

interface MenuRadioProps {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly isChecked: boolean;
  readonly onChoose: () => void;
}

/** Arrow keys move past it without selecting it. */
export function MenuRadio({ label, detail, isChecked, onChoose }: MenuRadioProps) {
  return (
    <MenuRow role="menuitemradio" aria-checked={isChecked} onPress={onChoose}>
      <Check
        className={styles.mark}
        data-shown={isChecked || undefined}
        strokeWidth={2.25}
        aria-hidden
      />
      <span className={styles.option}>{label}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </MenuRow>
  );
}
