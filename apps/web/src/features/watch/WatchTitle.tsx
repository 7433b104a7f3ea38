import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { captionImages, captionText } from '#data/streams/proxies/fetch-caption.ts';
import { PlayerContainer } from '#player/ui/PlayerContainer.tsx';
import { PlayerProvider } from '#player/PlayerProvider.tsx';
import { createPlayer } from '#player/player.ts';
import { Button } from '#ui/Button.tsx';
import { EpisodesButton } from './EpisodesButton.tsx';
import { EpisodeOverlay } from './EpisodeOverlay.tsx';
import { MovieEnd } from './MovieEnd.tsx';
import { Attribution } from './Attribution.tsx';
import { backTarget } from './back-link.ts';
import { FailoverNotice } from './FailoverNotice.tsx';
import { HumanCheckScreen } from './HumanCheckScreen.tsx';
import { pageTitle, subtitle } from './page-title.ts';
import { persistPreferences, storedPreferences } from './persist-preferences.ts';
import { useWatch, type WatchControls } from './useWatch.ts';
import { metaOf, sourcesLeft } from './watch-machine.ts';
import { WatchMenus } from './WatchMenus.tsx';
import { WatchScreen } from './WatchScreen.tsx';
import styles from './WatchTitle.module.css';

/** The whole page of a title: the player and, over it, where the journey stands. */
export function WatchTitle() {
  const { t } = useTranslation();
  const { media = '', season, episode } = useParams();
  const { pathname, search } = useLocation();
  const [player] = useState(() =>
    createPlayer({
      loadCaption: captionText,
      loadCaptionImages: captionImages,
      ...storedPreferences(),
    }),
  );
  const journey = useWatch({ slug: media, seasonId: season, episodeId: episode }, player);

  useEffect(() => {
    const stopPersisting = persistPreferences(player);
    return () => {
      stopPersisting();
      player.destroy();
    };
  }, [player]);

  const { state } = journey;
  const meta = metaOf(state);
  const unknown =
    state.at === 'blocked'
      ? t(($) => $.watch.metadata[state.why].title)
      : t(($) => $.watch.opening);
  const backTo = backTarget(pathname);
  const back = (
    <Link className={styles.back} to={backTo} aria-label={t(($) => $.watch.back)}>
      <ArrowLeft aria-hidden />
    </Link>
  );
  return (
    <PlayerProvider player={player}>
      <title>{meta ? pageTitle(meta) : t(($) => $.global.pageTitle, { title: unknown })}</title>
      <WatchMenus journey={journey}>
        <PlayerContainer
          title={meta?.title ?? (state.at === 'blocked' ? undefined : unknown)}
          subtitle={meta && subtitle(meta)}
          back={back}
          credit={<Attribution />}
          extras={meta?.type === 'show' && <EpisodesButton />}
          retryActions={<RetryActions journey={journey} />}
          notice={
            state.at === 'playing' &&
            state.failover && (
              <FailoverNotice
                failover={state.failover}
                to={state.sourceId}
                onRead={journey.dismissFailover}
              />
            )
          }
        >
          <EpisodeOverlay journey={journey} />
          {state.at === 'playing' && state.meta.type === 'movie' && (
            <MovieEnd key={state.meta.tmdbId} meta={state.meta} />
          )}
          <WatchScreen journey={journey} backTo={backTo} path={`${pathname}${search}`} />
          <HumanCheckScreen backTo={backTo} />
        </PlayerContainer>
      </WatchMenus>
    </PlayerProvider>
  );
}

interface RetryActionsProps {
  readonly journey: Pick<WatchControls, 'state' | 'skipSource'>;
}

/** While a stream that broke off is tried again: nobody has to wait for it where there is another. */
function RetryActions({ journey: { state, skipSource } }: RetryActionsProps) {
  const { t } = useTranslation();
  if (state.at === 'failingOver') return <p>{t(($) => $.watch.failover.looking)}</p>;
  if (state.at !== 'playing' || sourcesLeft(state).length === 0) return null;
  return <Button onClick={skipSource}>{t(($) => $.watch.playbackError.next)}</Button>;
}
