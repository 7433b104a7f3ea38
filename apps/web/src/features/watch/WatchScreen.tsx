import { Ban, CalendarClock, CloudOff, FileQuestionMark, PlugZap, ServerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { continueWithoutPermission } from '#data/streams/extension/permission.ts';
import { dayText } from '#i18n/dates.ts';
import { yearText } from '#i18n/formats.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ClosedTitleScreen, NotFoundScreen } from './failures/NotFoundScreen.tsx';
import { PlaybackFailedScreen } from './failures/PlaybackFailedScreen.tsx';
import { releaseDay } from './play-title.ts';
import { ScrapeScreen } from './sources/ScrapeScreen.tsx';
import { ErrorActions, PermissionButton, StatusScreen } from './failures/StatusScreen.tsx';
import { type MembersOnly, useMembersOnly } from './failures/not-found.ts';
import type { WatchControls } from './useWatch.ts';
import type { MetaFailure, WatchState } from './watch-machine.ts';
import { useSourceList } from './sources/source-list.ts';
import styles from './WatchScreen.module.css';

interface WatchScreenProps {
  readonly watch: WatchControls;
  readonly backTo: string;
  /** Page path for the error details. */
  readonly path: string;
  /** Only the site's library can have the title. */
  readonly isLocal: boolean;
}

/** The screen over the video; nothing during playback. */
export function WatchScreen({ watch, backTo, path, isLocal }: WatchScreenProps) {
  const { state, retry, tryNextSource, searchUnanswered, searchAnyway } = watch;
  // Fetched during the search, so that it is usually known at its end.
  const membersOnly = useMembersOnly();
  switch (state.at) {
    case 'resolving':
      return <Opening />;
    case 'blocked':
      return isLocal && state.why === 'notFound' ? (
        <UnknownLocalTitle membersOnly={membersOnly} path={path} onRetry={retry} />
      ) : (
        <MetaFailedScreen why={state.why} onRetry={retry} />
      );
    case 'unreleased':
      return <UnreleasedScreen meta={state.meta} backTo={backTo} onSearchAnyway={searchAnyway} />;
    case 'scraping':
      return <ScrapeScreen progress={state.progress} poster={state.meta.poster} backTo={backTo} />;
    case 'notFound':
      // Waits for the response: "not found" must not turn into "log in" a moment later.
      if (membersOnly === 'loading' && !state.failure) {
        return (
          <ScrapeScreen progress={state.progress} poster={state.meta.poster} backTo={backTo} />
        );
      }
      return (
        <NotFoundScreen
          state={state}
          path={path}
          membersOnly={membersOnly === 'loading' ? undefined : membersOnly}
          onRetry={retry}
          onUnanswered={() => searchUnanswered(state)}
        />
      );
    case 'playing':
      return null;
    case 'failingOver':
      return state.hasStopped ? <FailoverScreen state={state} /> : null;
    case 'playbackError':
      return (
        <PlaybackFailedScreen
          state={state}
          onRetry={retry}
          onNextSource={() => tryNextSource(state)}
        />
      );
  }
}

function Opening() {
  const { t } = useTranslation();
  return (
    <div className={styles.opening}>
      <Spinner size="large" label={t(($) => $.watch.opening)} />
    </div>
  );
}

interface UnknownLocalTitleProps {
  readonly membersOnly: MembersOnly | 'loading' | undefined;
  readonly path: string;
  readonly onRetry: () => void;
}

function UnknownLocalTitle({ membersOnly, ...props }: UnknownLocalTitleProps) {
  if (membersOnly === 'loading') return <Opening />;
  return membersOnly ? (
    <ClosedTitleScreen {...membersOnly} {...props} />
  ) : (
    <MetaFailedScreen why="notFound" onRetry={props.onRetry} />
  );
}

interface MetaFailedScreenProps {
  readonly why: MetaFailure;
  readonly onRetry: () => void;
}

const ICONS: Record<MetaFailure, ReactNode> = {
  api: <ServerOff />,
  removed: <Ban />,
  notFound: <FileQuestionMark />,
  failed: <CloudOff />,
  extension: <PlugZap />,
};

function MetaFailedScreen({ why, onRetry }: MetaFailedScreenProps) {
  const { t } = useTranslation();
  // Removed and unknown titles stay unavailable.
  const isFinal = why === 'removed' || why === 'notFound';
  const canRetry = !isFinal && why !== 'extension';
  const continueWithout = () => {
    continueWithoutPermission();
    onRetry();
  };
  return (
    <StatusScreen
      icon={ICONS[why]}
      title={t(($) => $.watch.metadata[why].title)}
      level={1}
      text={t(($) => $.watch.metadata[why].text)}
      actions={
        <>
          {canRetry && (
            <Button kind="primary" onClick={onRetry}>
              {t(($) => $.actions.retry)}
            </Button>
          )}
          {why === 'extension' && (
            <>
              <PermissionButton />
              <Button onClick={continueWithout}>{t(($) => $.watch.permission.without)}</Button>
            </>
          )}
          <ButtonLink to={paths.home} kind={isFinal ? 'primary' : 'secondary'}>
            {t(($) => $.notFound.goHome)}
          </ButtonLink>
        </>
      }
    />
  );
}

interface UnreleasedScreenProps {
  readonly meta: PlaybackMeta;
  readonly backTo: string;
  readonly onSearchAnyway: () => void;
}

function UnreleasedScreen({ meta, backTo, onSearchAnyway }: UnreleasedScreenProps) {
  const { t, i18n } = useTranslation();
  const day = releaseDay(meta);
  const text =
    day === undefined
      ? t(($) => $.watch.unreleased.year, {
          title: meta.title,
          year: yearText(meta.releaseYear, i18n.language),
        })
      : t(($) => $.watch.unreleased[meta.type], {
          title: meta.title,
          date: dayText(day, i18n.language),
        });
  return (
    <StatusScreen
      icon={<CalendarClock />}
      title={t(($) => $.watch.unreleased.title)}
      text={text}
      actions={
        <>
          <ButtonLink to={backTo} kind="primary">
            {t(($) => $.actions.back)}
          </ButtonLink>
          <Button onClick={onSearchAnyway}>{t(($) => $.watch.unreleased.searchAnyway)}</Button>
        </>
      }
    />
  );
}

interface FailoverScreenProps {
  readonly state: Extract<WatchState, { at: 'failingOver' }>;
}

/** Shown while other sources are searched after a stream has broken off. */
function FailoverScreen({ state: { sourceId, error } }: FailoverScreenProps) {
  const { t } = useTranslation();
  const name = useSourceList()?.names.get(sourceId) ?? sourceId;
  const hasStalled = error.key === 'errorNetwork' || error.key === 'errorServer';
  return (
    <div className={styles.screen}>
      <Spinner size="large" label={t(($) => $.global.loading)} />
      <p role="status">
        {t(($) => $.watch.failover[hasStalled ? 'searching' : 'failedSearching'], { name })}
      </p>
      <div className={styles.actions}>
        <ErrorActions />
      </div>
    </div>
  );
}
