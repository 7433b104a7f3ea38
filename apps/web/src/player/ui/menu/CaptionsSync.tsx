import { BookOpenText, Ear } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { secondsText } from '#i18n/units.ts';
import { Button } from '#ui/Button.tsx';
import { usePlayer } from '../../use-player.ts';
import styles from './CaptionsStyle.module.css';

type Sense = 'heard' | 'read';
interface Taps {
  readonly heard?: Tap | undefined;
  readonly read?: Tap | undefined;
  readonly isDone?: boolean;
}

/** Measures the delay from two taps: when the viewer hears a line and when the viewer reads it. */
export function CaptionsSync() {
  const { t } = useTranslation();
  const player = usePlayer();
  const [taps, setTaps] = useState<Taps>({});

  function tap(sense: Sense, { timeStamp }: MouseEvent) {
    const { media, captions } = player.store.getState();
    const now: Tap = { atMs: timeStamp, time: media.time, rate: media.paused ? 0 : media.rate };
    const { heard, read }: Taps = { ...taps, [sense]: now };
    if (!heard || !read) return setTaps({ heard, read });
    player.captions.setDelay(captions.delay + shiftBetween(heard, read));
    setTaps({ isDone: true });
  }

  const button = (sense: Sense, Icon: typeof Ear) => (
    <Button aria-pressed={taps[sense] !== undefined} onClick={(event) => tap(sense, event)}>
      <Icon aria-hidden />
      {t(($) => $.player.captionMenu.sync[sense])}
    </Button>
  );

  return (
    <div
      className={styles.sync}
      role="group"
      aria-label={t(($) => $.player.captionMenu.sync.title)}
    >
      {button('heard', Ear)}
      {button('read', BookOpenText)}
      <output className={styles.hint}>
        <Hint taps={taps} />
      </output>
    </div>
  );
}

function Hint({ taps: { heard, read, isDone } }: { readonly taps: Taps }) {
  const { t, i18n } = useTranslation();
  const { store } = usePlayer();
  if (heard) return t(($) => $.player.captionMenu.sync.heardFirst);
  if (read) return t(($) => $.player.captionMenu.sync.readFirst);
  if (!isDone) return t(($) => $.player.captionMenu.sync.hint);
  const time = secondsText(store.getState().captions.delay, i18n.language);
  return t(($) => $.player.captionMenu.sync.done, { time });
}

/** The time of a tap, on the clock of the page and of the medium. */
interface Tap {
  readonly atMs: number;
  readonly time: number;
  readonly rate: number;
}

/** Covers the error of media time, which is reported four times a second. */
const TOLERANCE_SECONDS = 0.5;

/** Seconds by which to delay captions. */
export function shiftBetween(heard: Tap, read: Tap): number {
  const byMedia = heard.time - read.time;
  const byClock = ((heard.atMs - read.atMs) / 1_000) * read.rate;
  // The page's clock is finer, unless the viewer paused or seeked in between.
  return Math.abs(byClock - byMedia) <= TOLERANCE_SECONDS ? byClock : byMedia;
}
