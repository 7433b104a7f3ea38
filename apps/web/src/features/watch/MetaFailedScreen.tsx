import { Ban, CloudOff, FileQuestionMark, ServerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from './Notice.tsx';
import type { MetaFailure } from './watch.ts';

interface MetaFailedScreenProps {
  readonly why: MetaFailure;
  readonly onRetry: () => void;
}

const ICONS: Record<MetaFailure, ReactNode> = {
  api: <ServerOff />,
  removed: <Ban />,
  notFound: <FileQuestionMark />,
  failed: <CloudOff />,
};

export function MetaFailedScreen({ why, onRetry }: MetaFailedScreenProps) {
  const { t } = useTranslation();
  // What was taken down or never existed will not come back by asking again.
  const canRetry = why === 'api' || why === 'failed';
  return (
    <Notice
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
          <ButtonLink to={paths.home} kind={canRetry ? 'secondary' : 'primary'}>
            {t(($) => $.watch.home)}
          </ButtonLink>
        </>
      }
    />
  );
}
