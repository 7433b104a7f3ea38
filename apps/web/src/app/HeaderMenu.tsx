import { Menu as MenuIcon } from 'lucide-react';
import {
  lazy,
  Suspense,
  useDeferredValue,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ToggleEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { sessionStore } from '#data/session.ts';
import { loadChunk, reloadOnceReachable } from '#lib/chunk-load-error.ts';
import { isFromRemote } from '#lib/spatial-navigation/press.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import styles from './HeaderMenu.module.css';

const HeaderMenuItems = lazy(async () => {
  try {
    return { default: (await import('./HeaderMenuItems.tsx')).HeaderMenuItems };
  } catch {
    void reloadOnceReachable();
    return { default: MenuNotLoaded };
  }
});

/** The page stays usable, and an alert explains why there is no menu. */
function MenuNotLoaded() {
  const { t } = useTranslation();
  return (
    <div className={styles.notLoaded} role="alert">
      <p>{t(($) => $.errors.notLoaded.message)}</p>
      <Button kind="primary" onClick={() => location.reload()}>
        {t(($) => $.actions.reload)}
      </Button>
    </div>
  );
}

/** Loaded on demand: decrypting the device's name needs the cryptography. */
const HeaderAccount = lazy(async () => ({
  default: (await loadChunk(import('./HeaderAccount.tsx'))).HeaderAccount,
}));

const PendingChangesDialog = lazy(async () => ({
  default: (await import('#features/account/settings/SignOut.tsx')).PendingChangesDialog,
}));

/** A native popover: Escape and a press outside close it, and the focus returns to its button. */
export function HeaderMenu() {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [pendingCount, setPendingCount] = useState(0);
  const label = t(($) => $.header.menu);
  const account = useDeferredValue(useStore(sessionStore, (session) => session.account));

  /** Closes the menu first, so that the focus returns from the dialog to the button. */
  function showPendingChanges(count: number): void {
    document.getElementById(id)?.hidePopover();
    setPendingCount(count);
  }

  return (
    <>
      <button
        type="button"
        className={styles.button}
        popoverTarget={id}
        title={label}
        data-account={account !== null}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={openByArrow}
      >
        <VisuallyHidden>{label}</VisuallyHidden>
        <Suspense fallback={<MenuIcon aria-hidden />}>
          {account ? <HeaderAccount account={account} /> : <MenuIcon aria-hidden />}
        </Suspense>
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the handlers only close the menu after a link was used; the links have their own keys and names. */}
      <div
        id={id}
        className={styles.card}
        popover="auto"
        onToggle={(event: ToggleEvent) => setIsOpen(event.newState === 'open')}
        onClick={closeAfterLink}
        onKeyDown={closeByTab}
      >
        {isOpen && (
          <Suspense fallback={<Spinner label={t(($) => $.global.loading)} />}>
            <HeaderMenuItems label={label} onPendingChanges={showPendingChanges} />
          </Suspense>
        )}
      </div>
      {account && pendingCount > 0 && (
        <Suspense>
          <PendingChangesDialog count={pendingCount} onClose={() => setPendingCount(0)} />
        </Suspense>
      )}
    </>
  );
}

/** Arrow keys open the menu, except on a remote control, where they move past the button. */
function openByArrow(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' || isFromRemote(event.nativeEvent)) return;
  event.preventDefault();
  if (event.currentTarget.getAttribute('aria-expanded') !== 'true') event.currentTarget.click();
}

/** After a link, focus goes to the new page instead of back to the button. */
function closeAfterLink({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  const item = target instanceof Element ? target.closest('a[role="menuitem"]') : null;
  if (!item) return;
  if (item instanceof HTMLAnchorElement && item.pathname !== location.pathname) item.blur();
  currentTarget.hidePopover();
}

/** A menu is a single Tab stop. */
function closeByTab({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key === 'Tab') currentTarget.hidePopover();
}
