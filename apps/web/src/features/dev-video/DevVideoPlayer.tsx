import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { captionText } from '#data/streams/proxies/fetch-caption.ts';
import { paths } from '#paths.ts';
import { PlayerProvider } from '#player/PlayerProvider.tsx';
import { createPlayer } from '#player/player.ts';
import { PlayerContainer } from '#player/ui/PlayerContainer.tsx';
import { OverlayContext, useOverlayAddress } from '#player/ui/menu/panel-context.ts';

import styles from './DevVideoPlayer.module.css';
import { DevVideoScreen } from './DevVideoScreen.tsx';
import { playCustom } from './play-custom.ts';
import { useCustomVideo } from './useCustomVideo.ts';

/** Any stream on the player that films are watched with. Nothing of it is kept in the library. */
export function DevVideoPlayer() {
  const { t } = useTranslation();
  const [player] = useState(() => createPlayer({ loadCaption: captionText }));
  const overlay = useOverlayAddress();
  const { video, chosen, play } = useCustomVideo();

  useEffect(() => (chosen ? playCustom(player, chosen) : undefined), [player, chosen]);
  useEffect(() => player.destroy, [player]);

  const title = t(($) => $.devVideo.title);
  const back = (
    <Link
      className={styles.back}
      to={chosen ? paths.devVideo : paths.home}
      aria-label={chosen ? t(($) => $.devVideo.back) : t(($) => $.watch.back)}
    >
      <ArrowLeft aria-hidden />
    </Link>
  );
  return (
    <PlayerProvider player={player}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <OverlayContext value={overlay}>
        <PlayerContainer title={chosen && URL.parse(video.url)?.hostname} back={back}>
          <DevVideoScreen key={video.url} isOpen={!chosen} video={video} onPlay={play} />
        </PlayerContainer>
      </OverlayContext>
    </PlayerProvider>
  );
}
