import { useQuery, queryOptions } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { sessionStore } from '#data/session.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { config } from '#config.ts';
import { fetchExtensionStatus, type ExtensionStatus } from '#data/streams/extension/status.ts';
import { checkProxyEntry, type ProxyCheck } from '#data/streams/proxies/check-proxy.ts';
import styles from './Connections.module.css';

/** Shows the status of the extension, the user's proxy and the site's, with a link to onboarding. */
export function SetupStatusCard() {
  const { t } = useTranslation();
  const status = useSetupStatus();
  const overall = overallStatus(status);
  const { extension, proxy, site } = status;
  const isSetUp = overall !== 'site' && overall !== 'none';
  // The button is primary only if nothing works yet: a default setup needs nothing.
  return (
    <SettingsCard
      {...(overall === 'checking'
        ? { title: t(($) => $.settings.setup.extension.checking) }
        : {
            title: t(($) => $.settings.setup.title[overall]),
            text: t(($) => $.settings.setup.text[overall]),
          })}
    >
      <ul className={styles.methods}>
        <Method
          name={t(($) => $.settings.setup.methods.extension)}
          text={t(($) =>
            extension === 'noperms'
              ? $.onboarding.extension.status.noperms.title
              : $.settings.setup.extension[extension],
          )}
          tone={TONES[extension]}
        />
        <Method
          name={t(($) => $.settings.setup.methods.proxy)}
          text={t(($) => $.settings.setup.proxy[proxy])}
          tone={TONES[proxy]}
        />
        <Method
          name={t(($) => $.settings.setup.methods.site)}
          text={t(($) => $.settings.setup.site[site])}
          tone={TONES[site]}
        />
      </ul>
      <FormActions>
        <ButtonLink
          to={{ pathname: paths.onboarding, search: `redirect=${paths.settings}` }}
          kind={overall === 'none' ? 'primary' : 'secondary'}
        >
          {isSetUp ? t(($) => $.settings.setup.again) : t(($) => $.settings.setup.start)}
        </ButtonLink>
      </FormActions>
    </SettingsCard>
  );
}

function useSetupStatus(): SetupStatus {
  const proxies = useStore(sessionStore, ({ proxySet }) => proxySet);
  const first = proxies?.[0];
  const extension = useQuery(extensionStatusQuery);
  const proxy = useQuery(proxyCheckQuery(first));
  return {
    extension: extension.data ?? 'checking',
    proxy: first === undefined ? 'unset' : (proxy.data ?? 'checking'),
    site: siteState(),
  };
}

type Tone = 'good' | 'bad' | 'plain';

const TONES: Readonly<Record<ExtensionState | ProxyState | SiteState, Tone>> = {
  success: 'good',
  works: 'good',
  failed: 'bad',
  outdated: 'bad',
  disallowed: 'bad',
  noperms: 'bad',
  invalid: 'bad',
  unreachable: 'bad',
  notProxy: 'bad',
  checking: 'plain',
  unknown: 'plain',
  unset: 'plain',
  used: 'good',
  none: 'plain',
};

interface MethodProps {
  readonly name: string;
  readonly text: string;
  readonly tone: Tone;
}

function Method({ name, text, tone }: MethodProps) {
  const Icon = { good: CircleCheck, bad: CircleX, plain: CircleDashed }[tone];
  return (
    <li className={styles.method} data-tone={tone}>
      <Icon className={styles.methodIcon} aria-hidden />
      <span className={styles.methodName}>{name}</span>
      <span className={styles.methodText}>{text}</span>
    </li>
  );
}

type ExtensionState = 'checking' | ExtensionStatus;
type ProxyState = 'checking' | 'unset' | ProxyCheck;
type SiteState = 'used' | 'none';

export interface SetupStatus {
  readonly extension: ExtensionState;
  readonly proxy: ProxyState;
  readonly site: SiteState;
}

/** Fetched again on window focus, because the user installs and allows the extension elsewhere. */
const extensionStatusQuery = queryOptions({
  queryKey: ['setup', 'extension'],
  queryFn: ({ signal }) => fetchExtensionStatus(signal),
  refetchOnWindowFocus: 'always',
  staleTime: 0,
});

const PROXY_CHECK_MS = 10_000;

/** Checks only the first proxy; the list below has a check for each. */
function proxyCheckQuery(entry: string | undefined) {
  return queryOptions({
    queryKey: ['setup', 'proxy', entry],
    queryFn: ({ signal }) =>
      checkProxyEntry(entry ?? '', AbortSignal.any([signal, AbortSignal.timeout(PROXY_CHECK_MS)])),
    enabled: entry !== undefined,
    staleTime: 60_000,
  });
}

function siteState(): SiteState {
  return config.CORS_PROXY_URL.trim() === '' ? 'none' : 'used';
}

type OverallStatus = 'attention' | 'works' | 'checking' | 'site' | 'none';

/** A failing proxy of the user outranks a working extension; the site's proxies come last. */
export function overallStatus({ extension, proxy, site }: SetupStatus): OverallStatus {
  if (proxy === 'invalid' || proxy === 'unreachable' || proxy === 'notProxy') return 'attention';
  if (extension === 'success' || proxy === 'works') return 'works';
  if (extension === 'checking' || proxy === 'checking') return 'checking';
  return site === 'used' ? 'site' : 'none';
}
