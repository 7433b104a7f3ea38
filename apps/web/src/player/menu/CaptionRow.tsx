import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { MenuRow } from '#ui/MenuRow.tsx';
import { Spinner } from '#ui/Spinner.tsx';

import { CAPTION_FAULTS } from '../captions/faults.ts';
import type { CaptionEntry } from '../captions/track.ts';
import { usePlayer, usePlayerState } from '../use-player.ts';
import styles from './CaptionRow.module.css';
import { useCaptionName } from './names.ts';

/** One of the captions: what it is, whether it is on its way, and why it does not come. */
export function CaptionRow({ track }: { readonly track: CaptionEntry }) {
  const { t } = useTranslation();
  const { chooseCaption } = usePlayer();
  const name = useCaptionName()(track);
  const isChosen = usePlayerState(({ captions }) => captions.chosen === track.id);
  const isPending = usePlayerState(({ captions }) => captions.pending === track.id);
  const { label, forced, hearingImpaired, machineTranslated } = track;
  return (
    <>
      <MenuRow
        role="menuitemradio"
        aria-checked={isChosen}
        onPress={() => void chooseCaption(track.id)}
      >
        <span className={styles.mark}>
          {isPending && <Spinner label={t(($) => $.player.captionMenu.loading)} />}
          {isChosen && <Check strokeWidth={2.25} aria-hidden />}
        </span>
        <span className={styles.names}>
          <span>{name}</span>
          {label !== undefined && label !== name && (
            <span className={styles.label} title={label}>
              {label}
            </span>
          )}
        </span>
        {forced && <span className={styles.chip}>{t(($) => $.player.captionMenu.forced)}</span>}
        {hearingImpaired && (
          <span className={styles.chip}>{t(($) => $.player.captionMenu.hearingImpaired)}</span>
        )}
        {machineTranslated && (
          <span className={styles.chip}>{t(($) => $.player.captionMenu.machineTranslated)}</span>
        )}
      </MenuRow>
      <CaptionFault id={track.id} />
    </>
  );
}

/** Where it happened, in words. */
export function CaptionFault({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const message = usePlayerState(({ captions }) =>
    captions.failure?.id === id ? captions.failure.message : null,
  );
  if (message === null) return null;
  return (
    <p className={styles.fault} role="alert">
      {t(($) => $.player.captionMenu.errors[faultOf(message)])}
    </p>
  );
}

function faultOf(message: string): 'empty' | 'invalid' | 'unavailable' {
  if (message === CAPTION_FAULTS.empty) return 'empty';
  return message === CAPTION_FAULTS.invalid ? 'invalid' : 'unavailable';
}
