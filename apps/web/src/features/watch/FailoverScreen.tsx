import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sourceList } from '#data/streams/metadata.ts';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './FailoverScreen.module.css';
import { ErrorActions } from './ErrorActions.tsx';
import type { Watch } from './watch-machine.ts';

interface FailoverScreenProps {
  readonly state: Extract<Watch, { at: 'failingOver' }>;
}

/** The stream has ended before its time, and another one is being searched for. */
export function FailoverScreen({ state: { sourceId, error } }: FailoverScreenProps) {
  const { t } = useTranslation();
  const name = useQuery(sourceList()).data?.names.get(sourceId) ?? sourceId;
  const isSilent = error.key === 'errorNetwork' || error.key === 'errorServer';
  return (
    <div className={styles.screen}>
      <Spinner size="large" label={t(($) => $.player.loading)} />
      <p role="status">
        {t(($) => $.watch.failover[isSilent ? 'searching' : 'failedSearching'], { name })}
      </p>
      <div className={styles.actions}>
        <ErrorActions />
      </div>
    </div>
  );
}
