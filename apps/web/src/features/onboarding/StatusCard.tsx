import { CircleCheck, CircleX, PlugZap, Puzzle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtensionStatus } from '#data/streams/extension/status.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { AllowButton } from './AllowButton.tsx';
import { Note } from './Note.tsx';
import { ReloadButton } from './ReloadButton.tsx';
import styles from './StatusCard.module.css';

/** What the extension said last; said again only when it is something else. */
export function StatusCard({ status }: { readonly status: ExtensionStatus | undefined }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={styles.status}>
      {status ? (
        <Note
          title={t(($) => $.onboarding.extension.status[status].title)}
          icon={ICONS[status]}
          tone={status === 'success' ? 'good' : status === 'unknown' ? 'plain' : 'bad'}
        >
          <p>{t(($) => $.onboarding.extension.status[status].text)}</p>
          {(status === 'disallowed' || status === 'noperms') && <AllowButton />}
          {(status === 'unknown' || status === 'failed') && <ReloadButton />}
        </Note>
      ) : (
        <Spinner label={t(($) => $.onboarding.extension.looking)} />
      )}
    </div>
  );
}

const ICONS: Readonly<Record<ExtensionStatus, ReactNode>> = {
  unknown: <Puzzle aria-hidden />,
  failed: <CircleX aria-hidden />,
  disallowed: <PlugZap aria-hidden />,
  noperms: <PlugZap aria-hidden />,
  outdated: <CircleX aria-hidden />,
  success: <CircleCheck aria-hidden />,
};
