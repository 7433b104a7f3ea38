import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '#ui/Button.tsx';
import { Details, ErrorActions, StatusScreen } from './StatusScreen.tsx';
import { remainingSources, type WatchState } from '../watch-machine.ts';
import { useSourceList } from '../sources/source-list.ts';

interface PlaybackFailedScreenProps {
  readonly state: Extract<WatchState, { at: 'playbackError' }>;
  readonly onRetry: () => void;
  readonly onNextSource: () => void;
}

export function PlaybackFailedScreen({ state, onRetry, onNextSource }: PlaybackFailedScreenProps) {
  const { t } = useTranslation();
  const names = useSourceList()?.names;
  const [search] = useSearchParams();
  const { error, sourceId } = state;
  const explanation =
    error.key === undefined
      ? undefined
      : t(($) => $.player.playbackError.errors[error.key ?? 'errorGenericMedia'], {
          codec: error.codec ?? '',
        });
  const hasNext = remainingSources(state).length > 0;
  const name = names?.get(sourceId) ?? sourceId;
  return (
    <StatusScreen
      icon={<TriangleAlert />}
      title={t(($) => $.watch.playbackError.title)}
      text={explanation ?? t(($) => $.watch.playbackError.text, { name })}
      actions={
        <>
          {hasNext && (
            <Button kind="primary" onClick={onNextSource}>
              {t(($) => $.watch.playbackError.tryNext)}
            </Button>
          )}
          <Button kind={hasNext ? 'secondary' : 'primary'} onClick={onRetry}>
            {t(($) => $.watch.playbackError.searchAgain)}
          </Button>
          <ErrorActions />
        </>
      }
    >
      <Details
        isOpen={search.get('m') === 'error'}
        text={`${name}\n${error.type}: ${error.errorName}\n${error.message ?? explanation ?? ''}`}
      />
    </StatusScreen>
  );
}
