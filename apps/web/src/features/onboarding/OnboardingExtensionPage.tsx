import { useQuery, queryOptions } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Download, CircleCheck, CircleX, PlugZap, Puzzle } from 'lucide-react';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { config } from '#config.ts';
import { type ExtensionStatus, fetchExtensionStatus } from '#data/streams/extension/status.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { openPermissionPage } from '#data/streams/extension/permission.ts';
import { OnboardingStep, useReturnTo } from './OnboardingStep.tsx';
import styles from './Onboarding.module.css';

export function OnboardingExtensionPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>
        {t(($) => $.global.pageTitle, { title: t(($) => $.onboarding.extension.title) })}
      </title>
      <ExtensionSetup />
    </>
  );
}

/** Polls the extension, so that the page updates while the user installs and allows it. */
function ExtensionSetup() {
  const { t } = useTranslation();
  const { to, complete } = useReturnTo();
  const { data: status, refetch } = useQuery(extensionPoll);
  const [named] = useState(() => browserKind(navigator.userAgent, navigator.maxTouchPoints));
  const kind = kindWith(named, status);
  const isReady = status === 'success';
  const hasExtensions = kind !== 'none' && kind !== 'safari';

  /** Checks again, because the extension may have been disabled since the last poll. */
  async function finish(): Promise<void> {
    if ((await refetch()).data === 'success') complete();
  }

  return (
    <OnboardingStep
      at={2}
      title={t(($) => $.onboarding.extension.title)}
      text={t(($) => $.onboarding.extension.browsers[kind])}
    >
      {!isReady && <InstallLinks kind={kind} />}
      {hasExtensions && <StatusCard status={status} />}
      {status === 'unknown' && (kind === 'firefox' || kind === 'unknown') && (
        <Note title={t(($) => $.onboarding.extension.help.title)}>
          <p>{t(($) => $.onboarding.extension.help[kind])}</p>
        </Note>
      )}
      <FormActions>
        <ButtonLink kind="quiet" to={to(paths.onboarding)}>
          {t(($) => $.actions.back)}
        </ButtonLink>
        {isReady && (
          <Button kind="primary" onClick={() => void finish()}>
            {t(($) => $.onboarding.extension.submit)}
          </Button>
        )}
      </FormActions>
    </OnboardingStep>
  );
}

const LINKS = {
  chromium: config.ONBOARDING_CHROME_EXTENSION_INSTALL_LINK,
  firefox: config.ONBOARDING_FIREFOX_EXTENSION_INSTALL_LINK,
} as const;

/** The links that the operator configured; an unknown browser gets all of them. */
function InstallLinks({ kind }: { readonly kind: BrowserKind }) {
  const { t } = useTranslation();
  if (kind === 'none' || kind === 'safari') return null;
  const kinds = (['chromium', 'firefox'] as const).filter(
    (name) => LINKS[name] !== undefined && (kind === name || kind === 'unknown'),
  );
  if (kinds.length === 0) {
    return <p className={styles.noLink}>{t(($) => $.onboarding.extension.noLink)}</p>;
  }
  return (
    <div className={styles.links}>
      {kinds.map((name) => (
        <a key={name} className={styles.link} href={LINKS[name]} target="_blank" rel="noreferrer">
          <Download aria-hidden />
          {t(($) => $.onboarding.extension.install[name])}
        </a>
      ))}
    </div>
  );
}

/** Screen readers announce the status when it changes. */
function StatusCard({ status }: { readonly status: ExtensionStatus | undefined }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={styles.status}>
      {status ? (
        <Note
          title={t(($) => $.onboarding.extension.status[status].title)}
          icon={ICONS[status]}
          tone={status === 'success' ? 'good' : status === 'unknown' ? 'plain' : 'bad'}
        >
          <p>{t(($) => $.onboarding.extension.status[status].text)}</p>
          {status === 'disallowed' && (
            <AllowButton label={t(($) => $.onboarding.extension.allow)} />
          )}
          {status === 'noperms' && <AllowButton label={t(($) => $.watch.permission.ask)} />}
          {(status === 'unknown' || status === 'failed') && <ReloadButton />}
        </Note>
      ) : (
        <Spinner label={t(($) => $.onboarding.extension.searching)} />
      )}
    </div>
  );
}

const ICONS: Readonly<Record<ExtensionStatus, ReactNode>> = {
  unknown: <Puzzle aria-hidden />,
  failed: <CircleX aria-hidden />,
  disallowed: <PlugZap aria-hidden />,
  noperms: <PlugZap aria-hidden />,
  outdated: <CircleX aria-hidden />,
  success: <CircleCheck aria-hidden />,
};

/** Opens the extension's permission page, which returns to this page. */
function AllowButton({ label }: { readonly label: string }) {
  const { t } = useTranslation();
  const [hasFailed, setHasFailed] = useState(false);

  async function open(): Promise<void> {
    setHasFailed(!(await openPermissionPage(location.href)));
  }

  return (
    <>
      <Button kind="primary" onClick={() => void open()}>
        {label}
      </Button>
      {hasFailed && <p>{t(($) => $.onboarding.extension.allowFailed)}</p>}
    </>
  );
}

/** Browsers load a newly installed extension only into pages opened afterwards. */
function ReloadButton() {
  const { t } = useTranslation();
  return (
    <Button onClick={() => location.reload()}>{t(($) => $.onboarding.extension.reload)}</Button>
  );
}

const POLL_MS = 1_000;

const extensionPoll = queryOptions({
  queryKey: ['extension', 'poll'],
  queryFn: ({ signal }) => fetchExtensionStatus(signal),
  refetchInterval: POLL_MS,
  staleTime: 0,
  gcTime: 0,
});

interface NoteProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly tone?: 'plain' | 'good' | 'bad';
  readonly children: ReactNode;
}

function Note({ title, icon, tone = 'plain', children }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone}>
      <p className={styles.title}>
        {icon}
        {title}
      </p>
      {children}
    </div>
  );
}

/** `none` supports no extensions; `safari` does, but not ours. */
type BrowserKind = 'chromium' | 'firefox' | 'safari' | 'none' | 'unknown';

export function browserKind(userAgent: string, touchPoints: number): BrowserKind {
  // Safari on iPadOS reports a Mac.
  const isApple =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  if (isApple) return 'none';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Chrom(e|ium)\//.test(userAgent)) return /Android/.test(userAgent) ? 'none' : 'chromium';
  return /Safari\//.test(userAgent) ? 'safari' : 'unknown';
}

/** Some browsers have our extension, although they identify as a browser without extensions. */
export function kindWith(named: BrowserKind, status: ExtensionStatus | undefined): BrowserKind {
  const isFound = status !== undefined && status !== 'unknown';
  return isFound && (named === 'none' || named === 'safari') ? 'unknown' : named;
}
