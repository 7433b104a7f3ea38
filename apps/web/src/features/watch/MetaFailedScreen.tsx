import { Ban, CloudOff, FileQuestionMark, PlugZap, ServerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { goOnWithoutPermission } from '#data/streams/extension/status.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { StatusScreen } from './StatusScreen.tsx';
import { PermissionButton } from './PermissionButton.tsx';
import type { MetaFailure } from './watch-machine.ts';

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

export function MetaFailedScreen({ why, onRetry }: MetaFailedScreenProps) {
  const { t } = useTranslation();
  // What was taken down or never existed will not come back by asking again.
  const isEnd = why === 'removed' || why === 'notFound';
  const canRetry = !isEnd && why !== 'extension';
  const goOn = () => {
    goOnWithoutPermission();
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
              {t(($) => $.watch.retry)}
            </Button>
          )}
          {why === 'extension' && (
            <>
              <PermissionButton />
              <Button onClick={goOn}>{t(($) => $.watch.permission.without)}</Button>
            </>
          )}
          <ButtonLink to={paths.home} kind={isEnd ? 'primary' : 'secondary'}>
            {t(($) => $.watch.home)}
          </ButtonLink>
        </>
      }
    />
  );
}
