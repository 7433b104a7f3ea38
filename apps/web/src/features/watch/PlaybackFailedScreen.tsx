import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { sourceList } from '#data/sources/metadata.ts';
import { paths } from '#paths.ts';
import { useOverlay } from '#player/menu/overlay.ts';
import { settingsPath } from '#player/menu/settings-path.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Details } from './Details.tsx';
import { Notice } from './Notice.tsx';
import { SOURCE_PAGE } from './source-pages.ts';
import { sourcesLeft, type Watch } from './watch.ts';

interface PlaybackFailedScreenProps {
  readonly state: Extract<Watch, { at: 'playbackError' }>;
  readonly onRetry: () => void;
  readonly onNextSource: () => void;
}

export function PlaybackFailedScreen({ state, onRetry, onNextSource }: PlaybackFailedScreenProps) {
  const { t } = useTranslation();
  const names = useQuery(sourceList()).data?.names;
  const { error, sourceId } = state;
  const overlay = useOverlay();
  const explanation =
    error.key === undefined
      ? undefined
      : t(($) => $.player.playbackError.errors[error.key ?? 'errorGenericMedia']);
  const hasNext = sourcesLeft(state).length > 0;
  const name = names?.get(sourceId) ?? sourceId;
  return (
    <Notice
      icon={<TriangleAlert />}
      title={t(($) => $.watch.playbackError.title)}
      text={explanation ?? t(($) => $.watch.playbackError.text, { name })}
      actions={
        <>
          {hasNext && (
            <Button kind="primary" onClick={onNextSource}>
              {t(($) => $.watch.playbackError.next)}
            </Button>
          )}
          <Button kind={hasNext ? 'secondary' : 'primary'} onClick={onRetry}>
            {t(($) => $.watch.playbackError.again)}
          </Button>
          {overlay && (
            <Button kind="quiet" onClick={() => overlay.open(settingsPath(SOURCE_PAGE))}>
              {t(($) => $.watch.sources.toList)}
            </Button>
          )}
          <ButtonLink to={paths.home} kind="quiet">
            {t(($) => $.watch.home)}
          </ButtonLink>
        </>
      }
    >
      <Details
        text={`${name}\n${error.type}: ${error.errorName}\n${error.message ?? explanation ?? ''}`}
      />
    </Notice>
  );
}
