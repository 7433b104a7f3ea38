import { queryOptions, useQuery } from '@tanstack/react-query';
import { LockKeyhole, Puzzle, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { askExtensionStatus } from '#data/extension/status.ts';
import { relayUrls } from '#data/session.ts';
import { paths, withDestination } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Details } from './Details.tsx';
import { Notice } from './Notice.tsx';
import { OtherWays } from './OtherWays.tsx';
import { PermissionButton } from './PermissionButton.tsx';
import { scrapeDetails } from './scrape-details.ts';
import type { MembersOnly } from './useMembersOnly.ts';
import { sourcesUnanswered, type Watch } from './watch.ts';

interface NotFoundScreenProps {
  readonly state: Extract<Watch, { at: 'notFound' }>;
  /** Of the page, for the details. */
  readonly path: string;
  /** Unset for a viewer who is shown all that there is. */
  readonly membersOnly: MembersOnly | undefined;
  readonly onRetry: () => void;
  readonly onUnanswered: () => void;
}

/** Asked anew each time: it is switched on in another place than this page. */
const extensionStatus = queryOptions({
  queryKey: ['extension', 'status'],
  queryFn: ({ signal }) => askExtensionStatus(signal),
  gcTime: 0,
});

export function NotFoundScreen(props: NotFoundScreenProps) {
  const { state, path, membersOnly } = props;
  const { t } = useTranslation();
  const { meta, progress, failure } = state;
  const isForbidden = useQuery(extensionStatus).data === 'disallowed';
  if (membersOnly && !isForbidden && !failure) {
    // Shown whenever nothing else was found: the titles of the members are secret.
    return (
      <Notice
        icon={<LockKeyhole />}
        title={t(($) => $.watch.members.title)}
        text={t(($) => $.watch.members.text, { title: meta.title })}
        actions={<MembersWays {...props} {...membersOnly} />}
      />
    );
  }
  const seconds = failure?.retryAfterSeconds;
  const waitText =
    seconds === undefined ? undefined : t(($) => $.watch.notFound.tooMany, { count: seconds });
  return (
    <Notice
      icon={isForbidden ? <Puzzle /> : <SearchX />}
      title={t(($) => (isForbidden ? $.watch.extensionDisabled.title : $.watch.notFound.title))}
      text={
        isForbidden
          ? t(($) => $.watch.extensionDisabled.text)
          : (waitText ?? t(($) => $.watch.notFound[reason(state)], { title: meta.title }))
      }
      actions={<Ways {...props} isForbidden={isForbidden} />}
    >
      <Details text={scrapeDetails({ path, isRelay: relayUrls().length > 0, progress, failure })} />
    </Notice>
  );
}

function MembersWays({ path, canRegister, onRetry }: NotFoundScreenProps & MembersOnly) {
  const { t } = useTranslation();
  return (
    <>
      <ButtonLink to={withDestination(paths.login, path)} kind="primary">
        {t(($) => $.watch.members.login)}
      </ButtonLink>
      {canRegister && (
        <ButtonLink to={withDestination(paths.register, path)}>
          {t(($) => $.watch.members.register)}
        </ButtonLink>
      )}
      <Button kind="quiet" onClick={onRetry}>
        {t(($) => $.watch.retry)}
      </Button>
      <OtherWays hasSources={false} />
    </>
  );
}

/** On from here, from the most likely to the last. */
function Ways({ state, isForbidden, onRetry, onUnanswered }: NotFoundScreenProps & Forbidden) {
  const { t } = useTranslation();
  const { sources } = state.progress;
  const unanswered = sourcesUnanswered(state).length;
  const hasRest = !isForbidden && unanswered > 0 && unanswered < sources.length;
  return (
    <>
      {isForbidden && <PermissionButton />}
      {hasRest && (
        <Button kind="primary" onClick={onUnanswered}>
          {t(($) => $.watch.notFound.unanswered)}
        </Button>
      )}
      <Button kind={isForbidden || hasRest ? 'secondary' : 'primary'} onClick={onRetry}>
        {t(($) => $.watch.retry)}
      </Button>
      <OtherWays hasSources={sources.length > 0} />
    </>
  );
}

interface Forbidden {
  readonly isForbidden: boolean;
}

function reason({ failure, progress }: NotFoundScreenProps['state']) {
  if (failure) return failure.name === 'HumanCheckError' ? 'human' : 'failed';
  if (progress.sources.length === 0) return 'noSources';
  const items = progress.sources.flatMap((source) => [source, ...source.embeds]);
  return items.some(({ status }) => status === 'failure') ? 'unsure' : 'text';
}
