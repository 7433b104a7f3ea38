import { useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Spinner } from '#ui/Spinner.tsx';

import { isWaiting } from '../../features/playback.ts';
import { usePlayerState } from '../../use-player.ts';
import { ControlsArea } from './ControlsArea.tsx';
import styles from './LoadingOverlay.module.css';

interface LoadingOverlayProps {
  /** Actions offered while an interrupted stream is retried. */
  readonly retryActions?: ReactNode;
}

/** Shows that the video waits, and why. */
export function LoadingOverlay({ retryActions }: LoadingOverlayProps) {
  const { t } = useTranslation();
  const isShown = usePlayerState(isWaiting);
  const isRetrying = usePlayerState(({ media }) => media.retrying);
  const isOnline = useSyncExternalStore(followConnection, () => navigator.onLine);
  const reason = isOnline ? isRetrying && 'retrying' : 'offline';
  return (
    <div className={styles.overlay}>
      {isShown && (
        <span className={styles.late}>
          <Spinner size="large" label={t(($) => $.global.loading)} />
        </span>
      )}
      <output className={styles.reason}>
        {isShown && reason && t(($) => $.player.waiting[reason])}
      </output>
      {isShown && isRetrying && (
        <ControlsArea className={styles.actions}>{retryActions}</ControlsArea>
      )}
    </div>
  );
}

function followConnection(notify: () => void): () => void {
  const life = new AbortController();
  addEventListener('online', notify, { signal: life.signal });
  addEventListener('offline', notify, { signal: life.signal });
  return () => life.abort();
}
