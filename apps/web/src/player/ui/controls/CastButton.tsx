import { Cast } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { IconButton } from '#ui/IconButton.tsx';

import { usePlayer, usePlayerState } from '../../use-player.ts';
import notice from '../captions/CaptionsNotice.module.css';
import styles from './ControlButton.module.css';

/** To a television and back; what cannot be had says so beside it. */
export function CastButton() {
  const { t } = useTranslation();
  const { toggleCasting } = usePlayer();
  const { isOffered, at, trouble } = usePlayerState(({ cast }) => cast);
  if (!isOffered) return null;
  return (
    <>
      <output className={notice.notice}>
        {trouble !== null && t(($) => $.player.cast.trouble[trouble])}
      </output>
      <IconButton
        className={styles.button}
        label={t(($) => $.player.cast.button)}
        aria-pressed={at === 'connected'}
        aria-busy={at === 'opening'}
        onClick={() => void toggleCasting()}
      >
        <Cast strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  );
}
