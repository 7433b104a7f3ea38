import { useTranslation } from 'react-i18next';
import { Spinner } from '#ui/Spinner.tsx';
import { FailoverScreen } from './FailoverScreen.tsx';
import { MetaFailedScreen } from './MetaFailedScreen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { PlaybackFailedScreen } from './PlaybackFailedScreen.tsx';
import { ScrapeScreen } from './ScrapeScreen.tsx';
import { UnreleasedScreen } from './UnreleasedScreen.tsx';
import { useMembersOnly } from './useMembersOnly.ts';
import type { WatchControls } from './useWatch.ts';
import styles from './WatchScreen.module.css';

interface WatchScreenProps {
  readonly journey: WatchControls;
  readonly backTo: string;
  /** Of the page, for the details. */
  readonly path: string;
}

/** What lies over the picture; nothing while the film plays. */
export function WatchScreen({ journey, backTo, path }: WatchScreenProps) {
  const { t } = useTranslation();
  const { state, retry, tryNextSource, tryUnanswered, lookAnyway } = journey;
  // Requested while the search goes on: mostly it is known at its end.
  const membersOnly = useMembersOnly();
  switch (state.at) {
    case 'resolving':
      return (
        <div className={styles.opening}>
          <Spinner size="large" label={t(($) => $.watch.opening)} />
        </div>
      );
    case 'blocked':
      return <MetaFailedScreen why={state.why} onRetry={retry} />;
    case 'unreleased':
      return <UnreleasedScreen meta={state.meta} backTo={backTo} onLookAnyway={lookAnyway} />;
    case 'scraping':
      return <ScrapeScreen progress={state.progress} poster={state.meta.poster} backTo={backTo} />;
    case 'notFound':
      // Better to wait for the server's answer than to say that nobody has it, and then to log in.
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
          onUnanswered={() => tryUnanswered(state)}
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
