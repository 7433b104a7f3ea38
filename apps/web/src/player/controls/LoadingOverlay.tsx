import { useTranslation } from 'react-i18next';

import { isWaiting } from '../store/selectors.ts';
import { usePlayerState } from '../use-player.ts';
import styles from './LoadingOverlay.module.css';

export function LoadingOverlay() {
  const { t } = useTranslation();
  const isShown = usePlayerState(isWaiting);
  return (
    <output className={styles.overlay}>
      {isShown && (
        <>
          <span className={styles.ring} />
          <span className={styles.text}>{t(($) => $.player.loading)}</span>
        </>
      )}
    </output>
  );
}
