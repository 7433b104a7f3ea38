import { queryOptions, useQuery } from '@tanstack/react-query';
import { Puzzle, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { askExtensionStatus } from '#data/extension/status.ts';
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

/** Asked anew each time: it is switched on in another place than this page. */
const extensionStatus = queryOptions({
  queryKey: ['extension', 'status'],
  queryFn: ({ signal }) => askExtensionStatus(signal),
  gcTime: 0,
});

export function NotFoundScreen({ state, path, onRetry }: NotFoundScreenProps) {
  const { t } = useTranslation();
  const { meta, progress, failure } = state;
  const isForbidden = useQuery(extensionStatus).data === 'disallowed';
  return (
    <Notice
      icon={isForbidden ? <Puzzle /> : <SearchX />}
      title={t(($) => (isForbidden ? $.watch.extensionDisabled.title : $.watch.notFound.title))}
      text={
        isForbidden
          ? t(($) => $.watch.extensionDisabled.text)
          : t(($) => $.watch.notFound[reason(state)], { title: meta.title })
      }
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
