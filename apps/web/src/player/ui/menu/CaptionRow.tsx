import { Check, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { mebibytesText } from '#i18n/units.ts';
import { MenuRow } from '#ui/Menu.tsx';
import { Spinner } from '#ui/Spinner.tsx';

import { CAPTION_ERRORS } from '../../captions/track.ts';
import type { CaptionEntry } from '../../captions/track.ts';
import type { CaptionSelection } from '../../features/captions/state.ts';
import type { PlayerState } from '../../state/state.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './CaptionsView.module.css';
import { useCaptionName } from './labels.ts';

interface CaptionRowProps {
  readonly track: CaptionEntry;
  /** Chooses the track at the top of the video. */
  readonly isSecond?: boolean;
}

export function CaptionRow({ track, isSecond = false }: CaptionRowProps) {
  const { t } = useTranslation();
  const { captions } = usePlayer();
  const name = useCaptionName()(track);
  const isChosen = usePlayerState((state) => slotOf(state, isSecond).chosen === track.id);
  const isPending = usePlayerState((state) => slotOf(state, isSecond).pending === track.id);
  const choose = () => void (isSecond ? captions.chooseSecond : captions.choose)(track.id);
  const { label, forced, hearingImpaired, machineTranslated, unavailable } = track;
  return (
    <>
      <MenuRow role="menuitemradio" aria-checked={isChosen} onPress={choose}>
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
        {track.type === 'pgs' && (
          <span className={styles.chip}>{t(($) => $.player.captionMenu.images)}</span>
        )}
        {forced && <span className={styles.chip}>{t(($) => $.player.captionMenu.forced)}</span>}
        {hearingImpaired && (
          <span className={styles.chip}>{t(($) => $.player.captionMenu.hearingImpaired)}</span>
        )}
        {machineTranslated && (
          <span className={styles.chip}>{t(($) => $.player.captionMenu.machineTranslated)}</span>
        )}
      </MenuRow>
      <CaptionError
        id={track.id}
        isSecond={isSecond}
        {...(unavailable === undefined && { onRetry: choose })}
      />
    </>
  );
}

const slotOf = ({ captions }: PlayerState, isSecond: boolean): CaptionSelection =>
  isSecond ? captions.second : captions;

interface CaptionErrorProps {
  readonly id: string;
  readonly isSecond?: boolean;
  readonly onRetry?: () => void;
}

/** An error message beside its track, with a retry. */
export function CaptionError({ id, isSecond = false, onRetry }: CaptionErrorProps) {
  const { t, i18n } = useTranslation();
  const failure = usePlayerState((state) => slotOf(state, isSecond).failure);
  if (failure?.id !== id) return null;
  const { message, maxBytes } = failure;
  return (
    <>
      <p className={styles.error} role="alert">
        {maxBytes === undefined
          ? t(($) => $.player.captionMenu.errors[errorKeyOf(message)])
          : t(($) => $.errors.fileTooLarge, { limit: mebibytesText(maxBytes, i18n.language) })}
      </p>
      {onRetry && (
        <MenuRow role="menuitem" onPress={onRetry}>
          <span className={styles.mark}>
            <RotateCw strokeWidth={1.75} aria-hidden />
          </span>
          {t(($) => $.actions.retry)}
        </MenuRow>
      )}
    </>
  );
}

type ErrorKey = Exclude<keyof typeof CAPTION_ERRORS, 'tooLarge'>;
const ERROR_KEYS: ReadonlyMap<string, ErrorKey> = new Map([
  [CAPTION_ERRORS.empty, 'empty'],
  [CAPTION_ERRORS.invalid, 'invalid'],
  [CAPTION_ERRORS.unknown, 'unknown'],
  [CAPTION_ERRORS.unindexed, 'unindexed'],
]);

const errorKeyOf = (message: string): ErrorKey | 'unavailable' =>
  ERROR_KEYS.get(message) ?? 'unavailable';
