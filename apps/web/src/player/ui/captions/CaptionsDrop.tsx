import { FileUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { usePlayerState } from '../../use-player.ts';
import styles from './CaptionsDrop.module.css';

/** What letting go of the file will do. */
export function CaptionsDrop() {
  const { t } = useTranslation();
  const isOffered = usePlayerState(({ captions }) => captions.isDropOffered);
  if (!isOffered) return null;
  return (
    <div className={styles.drop}>
      <FileUp strokeWidth={1.75} aria-hidden />
      <p>{t(($) => $.player.captionMenu.drop)}</p>
    </div>
  );
}
