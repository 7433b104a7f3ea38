import { useTranslation } from 'react-i18next';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import type { LinkFailure } from '#data/account/link-channel.ts';
import {
  awaitLinkGuest,
  CONFIRM_MS,
  newLinkCode,
  sendSeed,
  type LinkGuest,
} from '#data/account/link.ts';
import { sessionStore } from '#data/session.ts';
import { sleep } from '#lib/scheduling.ts';
import { paths } from '#paths.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { DEVICES } from '../settings/DevicesCard.tsx';
import { useCancellable } from '../useApiRequest.ts';
import { LinkingError } from '../FormError.tsx';
import styles from './Linking.module.css';

export function LinkCard({ seed }: { readonly seed: Uint8Array }) {
  const { t } = useTranslation();
  const linking = useLinkOffer(seed);
  return (
    <SettingsCard title={t(($) => $.linking.title)} text={t(($) => $.linking.text)}>
      <FormActions>
        <Button onClick={linking.begin}>{t(($) => $.linking.begin)}</Button>
      </FormActions>
      {linking.offer && <LinkDialog {...linking} offer={linking.offer} />}
    </SettingsCard>
  );
}

type LinkOffer =
  | { readonly at: 'waiting'; readonly code: string }
  | { readonly at: 'confirming' | 'sending' | 'done'; readonly guest: LinkGuest }
  | { readonly at: 'failed'; readonly error: LinkFailure | { readonly is: 'declined' } };

const EXPIRED: LinkOffer = { at: 'failed', error: { is: 'expired' } };

/** Shows a code. The device that used it waits until the user confirms it, and then receives the seed. */
function useLinkOffer(seed: Uint8Array) {
  const queryClient = useQueryClient();
  const [offer, setOffer] = useState<LinkOffer>();
  const { run, cancel } = useCancellable();
  const endsAt = useRef(0);

  function begin(): void {
    const code = newLinkCode();
    setOffer({ at: 'waiting', code });
    void run(async (signal) => {
      const response = await awaitLinkGuest(code, signal);
      if (signal.aborted) return;
      if (response.is !== 'requested') return setOffer({ at: 'failed', error: response });
      setOffer({ at: 'confirming', guest: response.guest });
      endsAt.current = Date.now() + CONFIRM_MS;
      await sleep(CONFIRM_MS, signal);
      setOffer(EXPIRED);
    });
  }

  function accept(guest: LinkGuest): void {
    // Timers stop while a device sleeps.
    if (Date.now() > endsAt.current) {
      cancel();
      return setOffer(EXPIRED);
    }
    setOffer({ at: 'sending', guest });
    void run(async (signal) => {
      const result = await sendSeed(guest, seed, signal);
      if (signal.aborted) return;
      setOffer(result.is === 'replied' ? { at: 'done', guest } : { at: 'failed', error: result });
    });
  }

  function decline(): void {
    cancel();
    setOffer({ at: 'failed', error: { is: 'declined' } });
  }

  function close(): void {
    cancel();
    setOffer(undefined);
    void queryClient.invalidateQueries({ queryKey: DEVICES });
  }

  return { offer, begin, accept, decline, close };
}

interface LinkDialogProps {
  readonly offer: LinkOffer;
  readonly begin: () => void;
  readonly accept: (guest: LinkGuest) => void;
  readonly decline: () => void;
  readonly close: () => void;
}

function LinkDialog({ offer, begin, accept, decline, close }: LinkDialogProps) {
  const { t } = useTranslation();
  const cancel = (
    <Button kind="quiet" onClick={close}>
      {t(($) => $.actions.cancel)}
    </Button>
  );
  switch (offer.at) {
    case 'waiting':
      return (
        <Dialog title={t(($) => $.linking.title)} onClose={close} actions={cancel}>
          <LinkCode code={offer.code} />
        </Dialog>
      );
    case 'confirming':
      return (
        <ConfirmDialog guest={offer.guest} onClose={decline}>
          <Button onClick={decline}>{t(($) => $.linking.confirm.no)}</Button>
          <Button kind="primary" onClick={() => accept(offer.guest)}>
            {t(($) => $.linking.confirm.yes)}
          </Button>
        </ConfirmDialog>
      );
    case 'sending':
      return (
        <ConfirmDialog guest={offer.guest} onClose={close}>
          <Spinner label={t(($) => $.linking.confirm.sending)} />
          {cancel}
        </ConfirmDialog>
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
    case 'failed':
      return (
        <Dialog
          title={t(($) => $.linking.notLinked.title)}
          onClose={close}
          actions={
            <>
              {cancel}
              <Button kind="primary" onClick={begin}>
                {t(($) => $.linking.notLinked.newCode)}
              </Button>
            </>
          }
        >
          <LinkingError error={offer.error} isCodeHere />
        </Dialog>
      );
  }
}

function LinkCode({ code }: { readonly code: string }) {
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

interface ConfirmDialogProps {
  readonly guest: LinkGuest;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function ConfirmDialog({ guest: { device, number }, onClose, children }: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t(($) => $.linking.confirm.title)} onClose={onClose} actions={children}>
      <p role="status">{t(($) => $.linking.confirm.text, { device })}</p>
      <p className={styles.number} dir="ltr">
        {number}
      </p>
    </Dialog>
  );
}

/** The quiet zone of ISO/IEC 18004, in modules. */
const MARGIN = 4;

/** Loads the encoder on demand. If that fails, the text beside it still shows the code. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => {
      const { encodeQR } = await import('qr');
      const rows = encodeQR(text, 'raw', { border: MARGIN });
      return { size: rows.length, path: qrPath(rows) };
    },
    gcTime: 0,
    retry: false,
  });
  if (!data) return <div className={styles.qrCode} aria-hidden />;
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${data.size} ${data.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={data.path} />
    </svg>
  );
}

/** SVG path of the dark modules, one unit each. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) => {
      const line = row.map((isDark) => (isDark ? 'x' : ' ')).join('');
      return [...line.matchAll(/x+/g)]
        .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
        .join('');
    })
    .join('');
}
