import { useState } from 'react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { readText, writeText } from '#data/storage/browser-storage.ts';
import { useAttached } from '#lib/use-attached.ts';
import { Button } from '#ui/Button.tsx';
import styles from './SiblingNotice.module.css';

/** The flag of earlier clients: whoever has read it there has read it. */
const SEEN = 'hasSeenRedirPopup';

/** Once, for those whom a site that has closed sends here. */
export function SiblingNotice() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(isAwaited);
  const dialog = useAttached(openDialog, undefined);
  const site = config.SIBLING_NAME;
  if (!isOpen || site === undefined) return null;

  function close() {
    writeText(SEEN, 'true');
    setIsOpen(false);
  }

  /** It goes when React takes it away. */
  function onCancel(event: { readonly preventDefault: () => void }) {
    event.preventDefault();
    close();
  }

  function onClick({ target, currentTarget }: MouseEvent) {
    if (target === currentTarget) close();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a dialog hears Escape and its backdrop.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="sibling-title"
      onCancel={onCancel}
      onClick={onClick}
    >
      <div className={styles.card}>
        <h2 id="sibling-title" className={styles.title}>
          {t(($) => $.notices.sibling.title, { site })}
        </h2>
        <p>{t(($) => $.notices.sibling.text, { site })}</p>
        <Button kind="primary" onClick={close}>
          {t(($) => $.notices.sibling.close)}
        </Button>
      </div>
    </dialog>
  );
}

/** The page's own address says it, at the moment of arrival. */
function isAwaited(): boolean {
  const from = new URLSearchParams(location.search).get('redir');
  return config.SIBLING_NAME !== undefined && from === config.SIBLING_NAME && !readText(SEEN);
}

function openDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
