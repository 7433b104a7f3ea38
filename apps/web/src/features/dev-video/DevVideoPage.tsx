import { ArrowLeft } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { captionText } from '#data/streams/proxies/fetch-caption.ts';
import { paths } from '#paths.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import { createPlayer } from '#player/player.ts';
import { OverlayContext, useOverlayAddress } from '#player/ui/menu/panel-context.ts';
import { PlayerContainer } from '#player/ui/PlayerContainer.tsx';
import { PlayerContext, usePlayerState } from '#player/use-player.ts';
import { Spinner } from '#ui/Spinner.tsx';
import {
  invalidVideoFields,
  readCustomVideo,
  searchOf,
  type CustomVideo,
  playCustom,
} from './custom-stream.ts';
import { DevVideoForm } from './DevVideoForm.tsx';
import styles from './DevVideo.module.css';

/** Plays any stream in the site's player. Nothing is stored in the user's data. */
export function DevVideoPage() {
  const { t } = useTranslation();
  const [player] = useState(() => createPlayer({ loadCaption: captionText }));
  const overlay = useOverlayAddress();
  const { video, playing, play } = useCustomVideo();

  useEffect(() => (playing ? playCustom(player, playing) : undefined), [player, playing]);
  useEffect(() => player.destroy, [player]);

  const title = t(($) => $.devVideo.title);
  const back = (
    <Link
      className={styles.back}
      to={playing ? paths.devVideo : paths.home}
      aria-label={playing ? t(($) => $.devVideo.back) : t(($) => $.actions.back)}
    >
      <ArrowLeft aria-hidden />
    </Link>
  );
  return (
    <PlayerContext value={player}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <OverlayContext value={overlay}>
        <PlayerContainer title={playing && URL.parse(video.url)?.hostname} back={back}>
          <DevVideoScreen key={video.url} isOpen={!playing} video={video} onPlay={play} />
        </PlayerContainer>
      </OverlayContext>
    </PlayerContext>
  );
}

interface CustomVideoState {
  readonly video: CustomVideo;
  /** Undefined until the user presses Play for a valid video. */
  readonly playing: CustomVideo | undefined;
  /** Also retries after an error. */
  readonly play: (video: CustomVideo) => void;
}

/** The URL contains everything except the headers: they may be secret, and a link must not set any. */
function useCustomVideo(): CustomVideoState {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [submitted, setSubmitted] = useState<CustomVideo>();
  const { url, type, captions } = readCustomVideo(params);
  const current = submitted?.url === url ? submitted : undefined;
  const video = useMemo(
    () => ({ url, type, captions, headers: current?.headers ?? '' }),
    [url, type, captions, current],
  );
  // Opening a link must not send requests to the hosts that it names.
  const playing =
    current !== undefined && invalidVideoFields(video).length === 0 ? video : undefined;
  const play = (next: CustomVideo) => {
    setSubmitted(next);
    const address = searchOf(next);
    if (address !== searchOf(video)) void navigate({ search: address }, { flushSync: true });
  };
  return { video, playing, play };
}

interface DevVideoScreenProps {
  /** Shows the form. Playback errors also show it. */
  readonly isOpen: boolean;
  readonly video: CustomVideo;
  readonly onPlay: (video: CustomVideo) => void;
}

function DevVideoScreen({ isOpen, video, onPlay }: DevVideoScreenProps) {
  const { t } = useTranslation();
  const error = usePlayerState((state) => (state.phase === 'failed' ? state.error : undefined));
  const isStarting = usePlayerState(({ phase }) => phase === 'empty');
  const host = URL.parse(video.url)?.host;
  if (!isOpen && !error) {
    return isStarting ? (
      <div className={styles.screen}>
        <Spinner size="large" label={t(($) => $.global.loading)} />
      </div>
    ) : null;
  }
  return (
    <div className={styles.screen}>
      <div className={styles.card}>
        <h1 className={styles.title}>{t(($) => $.devVideo.title)}</h1>
        <p className={styles.lead}>{t(($) => $.devVideo.lead)}</p>
        {isOpen && host && <p className={styles.lead}>{t(($) => $.devVideo.linked, { host })}</p>}
        {error && (
          <div className={styles.failure} role="alert">
            <p>{t(($) => $.devVideo.failed)}</p>
            <code dir="ltr">{errorDetails(error)}</code>
          </div>
        )}
        <DevVideoForm video={video} onPlay={onPlay} />
      </div>
    </div>
  );
}

/** The player's own explanations are for titles, which other sources may have. */
function errorDetails({ type, errorName, key, codec, message }: PlaybackError): string {
  return [type, key, errorName, codec, message].filter(Boolean).join(': ');
}
