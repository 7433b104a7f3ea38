import { FIRST_LOCAL_ID } from '@matinee/shared/media/media';
import { decodeSlug } from '@matinee/shared/media/slug';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { captionImages, captionText } from '#data/streams/proxies/fetch-caption.ts';
import { createPlayer } from '#player/player.ts';
import { PlayerContainer } from '#player/ui/PlayerContainer.tsx';
import { PlayerContext, usePlayerState } from '#player/use-player.ts';
import { Button } from '#ui/Button.tsx';
import { backTarget } from './back-link.ts';
import { EpisodesButton } from './episodes/EpisodesButton.tsx';
import { EpisodesMenu } from './episodes/EpisodesMenu.tsx';
import { FailoverNotice } from './failures/FailoverNotice.tsx';
import { HumanCheckScreen } from './failures/HumanCheckScreen.tsx';
import { MovieEnd } from './episodes/MovieEnd.tsx';
import { NextEpisode } from './episodes/NextEpisode.tsx';
import { useMembersOnly } from './failures/not-found.ts';
import { pageTitle, subtitle } from './watch-title.ts';
import { persistPreferences, storedPreferences } from './persist-preferences.ts';
import { createInactivityCounter } from './episodes/StillWatching.tsx';
import { useReportPlayback } from './useReportPlayback.ts';
import { useShownMeta } from './useShownMeta.ts';
import { useWatch, type WatchControls } from './useWatch.ts';
import { metaOf, remainingSources, type WatchState } from './watch-machine.ts';
import { WatchMenus } from './WatchMenus.tsx';
import { WatchScreen } from './WatchScreen.tsx';
import styles from './WatchPage.module.css';

/** Shows the player, with the state of the search over it. */
export function WatchPage() {
  const { t, i18n } = useTranslation();
  const { media = '', season, episode } = useParams();
  const { pathname, search } = useLocation();
  const [player] = useState(() =>
    createPlayer({
      loadCaption: captionText,
      loadCaptionImages: captionImages,
      ...storedPreferences(),
    }),
  );
  const watch = useWatch({ slug: media, seasonId: season, episodeId: episode }, player);

  useReportPlayback(watch.state, player);

  useEffect(() => {
    const stopPersisting = persistPreferences(player);
    return () => {
      stopPersisting();
      player.destroy();
    };
  }, [player]);

  const { state } = watch;
  const meta = useShownMeta(metaOf(state));
  const isLocal = Number(decodeSlug(media)?.tmdbId) >= FIRST_LOCAL_ID;
  const unknown = useStateTitle(state, isLocal);
  const backTo = backTarget(pathname);
  const back = (
    <Link className={styles.back} to={backTo} aria-label={t(($) => $.actions.back)}>
      <ArrowLeft aria-hidden />
    </Link>
  );
  return (
    <PlayerContext value={player}>
      <title>{meta ? pageTitle(meta, t) : t(($) => $.global.pageTitle, { title: unknown })}</title>
      <WatchMenus watch={watch}>
        <PlayerContainer
          title={meta?.title ?? (state.at === 'blocked' ? undefined : unknown)}
          subtitle={meta && subtitle(meta, t, i18n.language)}
          back={back}
          credit={<Attribution />}
          extras={meta?.type === 'show' && <EpisodesButton />}
          retryActions={<RetryActions watch={watch} />}
          notice={
            state.at === 'playing' &&
            state.failover && (
              <FailoverNotice
                failover={state.failover}
                to={state.sourceId}
                onRead={watch.dismissFailover}
              />
            )
          }
        >
          <EpisodeOverlay watch={watch} />
          {state.at === 'playing' && state.meta.type === 'movie' && (
            <MovieEnd key={state.meta.tmdbId} meta={state.meta} />
          )}
          <WatchScreen
            watch={watch}
            backTo={backTo}
            path={`${pathname}${search}`}
            isLocal={isLocal}
          />
          <HumanCheckScreen backTo={backTo} />
        </PlayerContainer>
      </WatchMenus>
    </PlayerContext>
  );
}

/** Returns the title of the page before the movie or show is known, or instead of its name. */
function useStateTitle(state: WatchState, isLocal: boolean): string {
  const { t } = useTranslation();
  const membersOnly = useMembersOnly();
  if (state.at !== 'blocked') return t(($) => $.watch.opening);
  if (!isLocal || state.why !== 'notFound' || membersOnly === undefined)
    return t(($) => $.watch.metadata[state.why].title);
  return membersOnly === 'loading' ? t(($) => $.watch.opening) : t(($) => $.library.closed);
}

interface RetryActionsProps {
  readonly watch: Pick<WatchControls, 'state' | 'skipSource'>;
}

/** Lets the user skip a stream that is being retried. */
function RetryActions({ watch: { state, skipSource } }: RetryActionsProps) {
  const { t } = useTranslation();
  if (state.at === 'failingOver') return <p>{t(($) => $.watch.failover.looking)}</p>;
  if (state.at !== 'playing' || remainingSources(state).length === 0) return null;
  return <Button onClick={skipSource}>{t(($) => $.watch.playbackError.tryNext)}</Button>;
}

/** Overlays for shows: next episode and episode menu. */
function EpisodeOverlay({ watch }: { readonly watch: WatchControls }) {
  const { state } = watch;
  const [inactivity] = useState(createInactivityCounter);
  useEffect(() => inactivity.observeInput(document), [inactivity]);
  const meta = metaOf(state);
  const shown = useShownMeta(meta);
  if (meta?.type !== 'show') return null;
  return (
    <>
      {state.at === 'playing' && (
        <NextEpisode key={meta.episode.tmdbId} meta={meta} watch={watch} inactivity={inactivity} />
      )}
      {shown?.type === 'show' && <EpisodesMenu meta={shown} />}
    </>
  );
}

/** Author and license of the video, shown with the controls. */
function Attribution() {
  const attribution = usePlayerState(({ stream }) => stream?.attribution);
  if (!attribution) return null;
  const { text, url, licence } = attribution;
  const line = licence === undefined ? text : `${text} · ${licence}`;
  return (
    <p className={styles.line} title={line} dir="auto">
      {url === undefined ? (
        line
      ) : (
        <a className={styles.link} dir="auto" href={url} target="_blank" rel="noreferrer">
          {line}
        </a>
      )}
    </p>
  );
}
