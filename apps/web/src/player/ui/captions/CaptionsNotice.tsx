import { useTranslation } from 'react-i18next';

import { usePlayerState } from '../../use-player.ts';
import styles from './CaptionsNotice.module.css';

/** Captions that could not be had say so beside their button. */
export function CaptionsNotice() {
  const { t } = useTranslation();
  const hasFailed = usePlayerState(({ captions }) => captions.failure !== null);
  return (
    <output className={styles.notice}>{hasFailed && t(($) => $.player.captionsFailed)}</output>
  );
}
