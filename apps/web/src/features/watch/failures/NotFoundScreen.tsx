import type { MissCause } from '@matinee/shared/contract/scrape';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { LockKeyhole, Puzzle, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { listText } from '#i18n/formats.ts';
import { useStore } from 'zustand';
import { fetchExtensionStatus } from '#data/streams/extension/status.ts';
import { playbackStore } from '#data/preferences/playback.ts';
import { proxyServers, relayUrls } from '#data/session.ts';
import type { SourceNames } from '#data/streams/metadata.ts';
import { paths, withDestination } from '#paths.ts';
import { useOverlay } from '#player/ui/menu/panel-context.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Details, ErrorActions, PermissionButton, StatusScreen } from './StatusScreen.tsx';
import { EPISODES_BUTTON_ID, episodesPath } from '../episodes/EpisodesButton.tsx';
import {
  type MembersOnly,
  notFoundReason,
  type NotFoundReason,
  scrapeDetails,
} from './not-found.ts';
import { useCauseText, useSourceList } from '../sources/source-list.ts';
import { useCopied } from '../useCopied.ts';
import { unansweredSources, type WatchState } from '../watch-machine.ts';
import { searchedName } from '../watch-title.ts';
import styles from './StatusScreen.module.css';

interface NotFoundScreenProps {
  readonly state: Extract<WatchState, { at: 'notFound' }>;
  /** Page path for the error details. */
  readonly path: string;
  /** Set if signing in would unlock more sources. */
  readonly membersOnly: MembersOnly | undefined;
  readonly onRetry: () => void;
  readonly onUnanswered: () => void;
}

/** Not cached: the extension may be enabled outside this page. */
const extensionStatus = queryOptions({
  queryKey: ['extension', 'status'],
  queryFn: ({ signal }) => fetchExtensionStatus(signal),
  gcTime: 0,
});

export function NotFoundScreen(props: NotFoundScreenProps) {
  const { state, path, membersOnly } = props;
  const { t } = useTranslation();
  const { meta, progress, failure } = state;
  const title = searchedName(meta, t);
  const disabled = useStore(playbackStore, ({ disabledSources }) => disabledSources);
  const list = useSourceList();
  const reason = notFoundReason(state, list, disabled);
  const text = useReasonText(title, list?.names);
  const titleOf = useReasonTitle();
  const isForbidden = useQuery(extensionStatus).data === 'disallowed';
  if (membersOnly && !isForbidden && !failure) {
    // Shown for every title, so that it does not reveal the members-only titles.
    return (
      <StatusScreen
        icon={<LockKeyhole />}
        title={t(($) => $.watch.members.title)}
        text={t(($) => $.watch.members.text, { title })}
        actions={<MembersActions {...props} {...membersOnly} />}
      />
    );
  }
  return (
    <StatusScreen
      icon={isForbidden ? <Puzzle /> : <SearchX />}
      title={isForbidden ? t(($) => $.watch.extensionDisabled.title) : titleOf(reason)}
      text={isForbidden ? t(($) => $.watch.extensionDisabled.text) : text(reason)}
      actions={<NotFoundActions {...props} isForbidden={isForbidden} reason={reason} />}
    >
      {reason.kind === 'cause' && <FileLink url={reason.cause.url} />}
      <Details
        text={scrapeDetails({
          path,
          isRelay: relayUrls().length > 0,
          progress,
          failure,
          explain: (cause, sourceId) => text({ kind: 'cause', cause, sourceId }),
        })}
      />
    </StatusScreen>
  );
}

/** A playlist is not a download: only the URLs inside it lead to a video. */
const PLAYLIST = /\.m3u8?(?:[?#]|$)/i;

/** Links to a file or a stream that only other players can play. */
function FileLink({ url }: Pick<MissCause, 'url'>) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopied();
  if (url === undefined || !/^https?:\/\//.test(url)) return null;
  return (
    <>
      <p>{t(($) => $.player.downloads.ticketHint)}</p>
      <div className={styles.actions}>
        {!PLAYLIST.test(url) && (
          <ButtonLink to={url} reloadDocument download="">
            {t(($) => $.watch.notFound.file)}
          </ButtonLink>
        )}
        <Button onClick={() => void copy(url)}>
          <span aria-live="polite">
            {isCopied ? t(($) => $.actions.copied) : t(($) => $.watch.notFound.link)}
          </span>
        </Button>
      </div>
    </>
  );
}

interface MembersActionsProps extends MembersOnly {
  readonly path: string;
  readonly onRetry: () => void;
}

/** Shown for a title of the library, which the server hides from users who may not see it. */
export function ClosedTitleScreen(props: MembersActionsProps) {
  const { t } = useTranslation();
  return (
    <StatusScreen
      icon={<LockKeyhole />}
      title={t(($) => $.library.closed)}
      level={1}
      text={t(($) => $.library.closedHint)}
      actions={<MembersActions {...props} />}
    />
  );
}

function MembersActions({ path, canRegister, onRetry }: MembersActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <ButtonLink to={withDestination(paths.login, path)} kind="primary">
        {t(($) => $.auth.login.submit)}
      </ButtonLink>
      {canRegister && (
        <ButtonLink to={withDestination(paths.register, path)}>
          {t(($) => $.auth.registerTitle)}
        </ButtonLink>
      )}
      <Button kind="quiet" onClick={onRetry}>
        {t(($) => $.actions.retry)}
      </Button>
      <ErrorActions hasSources={false} />
    </>
  );
}

/** The most useful action first. */
function NotFoundActions({
  state,
  isForbidden,
  reason,
  onRetry,
  onUnanswered,
}: NotFoundActionsProps) {
  const { t } = useTranslation();
  const overlay = useOverlay();
  const needsSettings = NAMES_SETTINGS.has(reason.kind) || isOwnProxy(reason);
  const { sources } = state.progress;
  const unanswered = unansweredSources(state).length;
  const hasRest = !isForbidden && unanswered > 0 && unanswered < sources.length;
  return (
    <>
      {isForbidden && <PermissionButton />}
      {hasRest && (
        <Button kind="primary" onClick={onUnanswered}>
          {t(($) => $.watch.notFound.retryFailed)}
        </Button>
      )}
      <Button kind={isForbidden || hasRest ? 'secondary' : 'primary'} onClick={onRetry}>
        {t(($) => $.actions.retry)}
      </Button>
      {overlay && state.meta.type === 'show' && (
        <Button
          id={EPISODES_BUTTON_ID}
          kind="quiet"
          onClick={() => overlay.open(episodesPath('episodes'))}
        >
          {t(($) => $.watch.notFound.episodes)}
        </Button>
      )}
      {needsSettings && (
        <ButtonLink to={paths.settings} kind="quiet">
          {t(($) => $.watch.notFound.settings)}
        </ButtonLink>
      )}
      <ErrorActions hasSources={sources.length > 0} />
    </>
  );
}

interface NotFoundActionsProps extends NotFoundScreenProps {
  readonly isForbidden: boolean;
  readonly reason: NotFoundReason;
}

/** The texts of these reasons send the user to Settings, whatever the proxies. */
const NAMES_SETTINGS = new Set<NotFoundReason['kind']>(['allDisabled', 'someDisabled']);

/** Only the user can repair these proxies. */
const isOwnProxy = ({ kind }: NotFoundReason): boolean =>
  kind === 'proxies' && proxyServers().user.length > 0;

/** A source has the title, but no playable stream: searching again would not help. */
const isUnplayable = (reason: NotFoundReason) =>
  reason.kind === 'cause' && UNPLAYABLE.has(reason.cause.code);

const UNPLAYABLE = new Set<MissCause['code']>([
  'unplayableFile',
  'unplayableStreams',
  'unreadableFile',
  'torrentsOnly',
]);

/** The search ended before the sources had responded, or has no sources. */
const NOT_SEARCHED = new Set<NotFoundReason['kind']>([
  'failed',
  'tooMany',
  'allDisabled',
  'noSources',
]);

function useReasonTitle(): (reason: NotFoundReason) => string {
  const { t } = useTranslation();
  return (reason) => {
    if (reason.kind === 'human') return t(($) => $.watch.human.failed.title);
    if (isUnplayable(reason)) return t(($) => $.watch.notFound.unplayable);
    const isIncomplete = NOT_SEARCHED.has(reason.kind);
    return t(($) => $.watch.notFound[isIncomplete ? 'notSearched' : 'title']);
  };
}

const MAX_NAMES = 3;

function useReasonText(title: string, names: SourceNames | undefined) {
  const { t, i18n } = useTranslation();
  const causeText = useCauseText();
  const nameOf = (id: string) => names?.get(id) ?? id;
  const listOf = (items: readonly string[]) => listText(items, i18n.language);
  return (reason: NotFoundReason): string => {
    switch (reason.kind) {
      case 'tooMany':
        return t(($) => $.watch.notFound.tooMany, { count: reason.seconds });
      case 'someDisabled':
        return t(($) => $.watch.notFound.someDisabled, { title, count: reason.count });
      case 'unsure': {
        const { sourceIds } = reason;
        if (sourceIds.length > MAX_NAMES) {
          return t(($) => $.watch.notFound.unsureMany, { title, count: sourceIds.length });
        }
        return t(($) => $.watch.notFound.unsure, { title, names: listOf(sourceIds.map(nameOf)) });
      }
      case 'proxies': {
        const { user, site } = proxyServers();
        const proxies = listOf([...user, ...site].map((url) => new URL(url).host));
        // Only the operator can repair the site's proxies.
        return user.length > 0
          ? t(($) => $.watch.notFound.proxies, { title, proxies })
          : t(($) => $.watch.notFound.siteProxies, { title, proxies });
      }
      case 'cause':
        return causeText(reason.cause, {
          id: reason.sourceId,
          title,
          name: nameOf(reason.sourceId),
        });
      case 'human':
        return t(($) => $.watch.human.failed.text);
      default:
        return t(($) => $.watch.notFound[reason.kind], { title });
    }
  };
}
