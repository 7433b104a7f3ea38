import { BookOpenText, Ear } from 'lucide-react';
import { useState } from 'react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { regional } from '#lib/format-locale.ts';
import { Button } from '#ui/Button.tsx';

import { usePlayer } from '../../use-player.ts';
import styles from './CaptionsStyle.module.css';

type Sense = 'heard' | 'read';
interface Taps {
  readonly heard?: Tap | undefined;
  readonly read?: Tap | undefined;
  readonly isDone?: boolean;
}

/** One tap when a line is heard, one when it is read: the rest is arithmetic. */
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
  const seconds = new Intl.NumberFormat(regional(i18n.language)).format(
    store.getState().captions.delay,
  );
  return t(($) => $.player.captionMenu.sync.done, { seconds });
}

/** A moment that the viewer marks: on the clock of the page and in the film. */
export interface Tap {
  readonly atMs: number;
  readonly time: number;
  readonly rate: number;
}

/** More than the film's time, which is told four times a second, can be wrong by. */
const TOLERANCE_SECONDS = 0.5;

/** Seconds by which a caption that is read at one moment and heard at the other must be shown later. */
export function shiftBetween(heard: Tap, read: Tap): number {
  const byFilm = heard.time - read.time;
  const byClock = ((heard.atMs - read.atMs) / 1_000) * read.rate;
  // The clock is finer, as long as nobody has paused or jumped in between.
  return Math.abs(byClock - byFilm) <= TOLERANCE_SECONDS ? byClock : byFilm;
}
