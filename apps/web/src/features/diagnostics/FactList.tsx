import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { version } from '#config.ts';
import { backendUrl, proxyUrls, relayUrls, sessionStore } from '#data/session.ts';
import { Panel } from './Panel.tsx';
import styles from './Panel.module.css';

/** What this page was built and set up with; nobody is asked for it. */
export function FactList() {
  const { t } = useTranslation();
  useStore(sessionStore);
  const none = t(($) => $.admin.facts.none);
  const list = (urls: readonly string[]): string => urls.join(', ') || none;
  const facts = [
    [t(($) => $.admin.facts.version), version],
    [t(($) => $.admin.facts.routing), t(($) => $.admin.facts.realPaths)],
    [t(($) => $.admin.facts.backend), backendUrl() ?? none],
    [t(($) => $.admin.facts.proxies), list(proxyUrls())],
    [t(($) => $.admin.facts.relays), list(relayUrls())],
  ] as const;
  return (
    <Panel title={t(($) => $.admin.facts.title)}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
