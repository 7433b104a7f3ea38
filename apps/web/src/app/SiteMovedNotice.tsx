import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { readText, writeText } from '#data/storage/browser-storage.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

/** The flag of earlier clients: whoever has read it there has read it. */
const SEEN = 'hasSeenRedirPopup';

/** Once, for those whom a site that has closed sends here. */
export function SiteMovedNotice() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(isAwaited);
  const site = config.SIBLING_NAME;
  if (!isOpen || site === undefined) return null;

  function close() {
    writeText(SEEN, 'true');
    setIsOpen(false);
  }

  return (
    <Dialog
      title={t(($) => $.notices.sibling.title, { site })}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          {t(($) => $.notices.sibling.close)}
        </Button>
      }
    >
      <p>{t(($) => $.notices.sibling.text, { site })}</p>
    </Dialog>
  );
}

/** The page's own address says it, at the moment of arrival. */
function isAwaited(): boolean {
  const from = new URLSearchParams(location.search).get('redir');
  return config.SIBLING_NAME !== undefined && from === config.SIBLING_NAME && !readText(SEEN);
}
