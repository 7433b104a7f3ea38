import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LinkGuest } from '#data/account/link-host.ts';
import { sessionStore } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './LinkDialog.module.css';
import { LinkErrorNote } from './LinkErrorNote.tsx';
import { ConfirmationCode } from './ConfirmationCode.tsx';
import { QrCode } from './QrCode.tsx';
import type { Offer } from './use-link-offer.ts';

interface LinkDialogProps {
  readonly offer: Offer;
  readonly begin: () => void;
  readonly accept: (guest: LinkGuest) => void;
  readonly decline: () => void;
  readonly close: () => void;
}

/** A code, then who came with it, then what became of it. */
export function LinkDialog({ offer, begin, accept, decline, close }: LinkDialogProps) {
  const { t } = useTranslation();
  const quit = (
    <Button kind="quiet" onClick={close}>
      {t(($) => $.auth.cancel)}
    </Button>
  );
  switch (offer.at) {
    case 'waiting':
      return (
        <Dialog title={t(($) => $.linking.title)} onClose={close} actions={quit}>
          <CodeToTake code={offer.code} />
        </Dialog>
      );
    case 'asking':
      return (
        <Question guest={offer.guest} onClose={decline}>
          <Button onClick={decline}>{t(($) => $.linking.confirm.no)}</Button>
          <Button kind="primary" onClick={() => accept(offer.guest)}>
            {t(($) => $.linking.confirm.yes)}
          </Button>
        </Question>
      );
    case 'answering':
      return (
        <Question guest={offer.guest} onClose={close}>
          <Spinner label={t(($) => $.linking.confirm.sending)} />
          {quit}
        </Question>
      );
    case 'done':
      return (
        <Dialog
          title={t(($) => $.linking.done.title)}
          onClose={close}
          actions={
            <Button kind="primary" onClick={close}>
              {t(($) => $.linking.done.close)}
            </Button>
          }
        >
          <p role="status">{t(($) => $.linking.done.text, { device: offer.guest.device })}</p>
        </Dialog>
      );
    case 'over':
      return (
        <Dialog
          title={t(($) => $.linking.over.title)}
          onClose={close}
          actions={
            <>
              {quit}
              <Button kind="primary" onClick={begin}>
                {t(($) => $.linking.over.again)}
              </Button>
            </>
          }
        >
          <LinkErrorNote why={offer.why} />
        </Dialog>
      );
  }
}

function CodeToTake({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  const address = `${location.host}${paths.link}`;
  const server = URL.parse(sessionStore.getState().backendUrl ?? '')?.host;
  return (
    <>
      <QrCode
        text={`${location.origin}${paths.link}#${code}`}
        label={t(($) => $.linking.offer.picture)}
      />
      <p>{t(($) => $.linking.offer.scan, { address })}</p>
      <p
        className={styles.code}
        dir="ltr"
        translate="no"
        role="group"
        aria-label={t(($) => $.linking.offer.code)}
      >
        {code}
      </p>
      {server !== undefined && <p>{t(($) => $.linking.offer.server, { host: server })}</p>}
      <p className={styles.limits}>
        <Spinner label={t(($) => $.linking.offer.waiting)} />
        {t(($) => $.linking.offer.limits)}
      </p>
    </>
  );
}

interface QuestionProps {
  readonly guest: LinkGuest;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Question({ guest: { device, number }, onClose, children }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t(($) => $.linking.confirm.title)} onClose={onClose} actions={children}>
      <p role="status">{t(($) => $.linking.confirm.text, { device })}</p>
      <ConfirmationCode number={number} />
    </Dialog>
  );
}
