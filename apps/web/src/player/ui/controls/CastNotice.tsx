import { Tv } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { usePlayerState } from '../../use-player.ts';
import styles from './CastNotice.module.css';

/** Where the picture has gone. */
export function CastNotice() {
  const { t } = useTranslation();
  const device = usePlayerState(({ cast }) => (cast.at === 'connected' ? cast.device : null));
  return (
    <output className={styles.notice}>
      {device !== null && (
        <>
          <Tv className={styles.screen} strokeWidth={1.25} aria-hidden />
          {t(($) => $.player.cast.playsOn, { device })}
        </>
      )}
    </output>
  );
}
