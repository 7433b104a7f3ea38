import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Details } from './Details.tsx';
import { Notice } from './Notice.tsx';
import { scrapeDetails } from './scrape-details.ts';
import type { Watch } from './watch.ts';

interface NotFoundScreenProps {
  readonly state: Extract<Watch, { at: 'notFound' }>;
  /** Of the page, for the details. */
  readonly path: string;
  readonly onRetry: () => void;
}

export function NotFoundScreen({ state, path, onRetry }: NotFoundScreenProps) {
  const { t } = useTranslation();
  const { meta, progress, failure } = state;
  return (
    <Notice
      icon={<SearchX />}
      title={t(($) => $.watch.notFound.title)}
      text={t(($) => $.watch.notFound[reason(state)], { title: meta.title })}
      actions={
        <>
          <Button kind="primary" onClick={onRetry}>
            {t(($) => $.watch.retry)}
          </Button>
          <ButtonLink to={paths.home}>{t(($) => $.watch.home)}</ButtonLink>
        </>
      }
    >
      <Details text={scrapeDetails({ path, isRelay: true, progress, failure })} />
    </Notice>
  );
}

function reason({ failure, progress }: NotFoundScreenProps['state']) {
  if (failure) return failure.name === 'HumanCheckError' ? 'human' : 'failed';
  if (progress.sources.length === 0) return 'noSources';
  const items = progress.sources.flatMap((source) => [source, ...source.embeds]);
  return items.some(({ status }) => status === 'failure') ? 'unsure' : 'text';
}
