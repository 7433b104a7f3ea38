import { CircleCheck, CircleX, PlugZap, Puzzle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtensionStatus } from '#data/extension/status.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { AllowButton } from './AllowButton.tsx';
import { Note } from './Note.tsx';
import { ReloadButton } from './ReloadButton.tsx';
import styles from './StatusCard.module.css';

type Said = 'unknown' | 'failed' | 'disallowed' | 'outdated' | 'success';

/** What the extension said last; said again only when it is something else. */
export function StatusCard({ status }: { readonly status: ExtensionStatus | undefined }) {
  const { t } = useTranslation();
  // What is to be done about both is the same.
  const said: Said | undefined = status === 'noperms' ? 'disallowed' : status;
  return (
    <div role="status" className={styles.status}>
      {said ? (
        <Note
          title={t(($) => $.onboarding.extension.status[said].title)}
          icon={ICONS[said]}
          tone={said === 'success' ? 'good' : said === 'unknown' ? 'plain' : 'bad'}
        >
          <p>{t(($) => $.onboarding.extension.status[said].text)}</p>
          {said === 'disallowed' && <AllowButton />}
          {(said === 'unknown' || said === 'failed') && <ReloadButton />}
        </Note>
      ) : (
        <Spinner label={t(($) => $.onboarding.extension.looking)} />
      )}
    </div>
  );
}

const ICONS: Readonly<Record<Said, ReactNode>> = {
  unknown: <Puzzle aria-hidden />,
  failed: <CircleX aria-hidden />,
  disallowed: <PlugZap aria-hidden />,
  outdated: <CircleX aria-hidden />,
  success: <CircleCheck aria-hidden />,
};
