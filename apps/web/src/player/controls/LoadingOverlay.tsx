import { useTranslation } from 'react-i18next';

import { Spinner } from '#ui/Spinner.tsx';

import { isWaiting } from '../store/selectors.ts';
import { usePlayerState } from '../use-player.ts';
import styles from './LoadingOverlay.module.css';

export function LoadingOverlay() {
  const { t } = useTranslation();
  const isShown = usePlayerState(isWaiting);
  return (
    <div className={styles.overlay}>
      {isShown && (
        <span className={styles.late}>
          <Spinner size="large" label={t(($) => $.player.loading)} />
        </span>
      )}
    </div>
  );
}
