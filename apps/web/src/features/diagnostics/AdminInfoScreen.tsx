import type { ServerCheckResult } from '@matinee/shared/contract/diagnostics';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listText } from '#i18n/formats.ts';
import { useStore } from 'zustand';
import { version } from '#config.ts';
import { backendUrl, proxyUrls, relayUrls, sessionStore } from '#data/session.ts';
import { Button } from '#ui/Button.tsx';
import {
  extensionChecks,
  storageChecks,
  sourceChecks,
  subtitleChecks,
} from './checks/browser-checks.ts';
import { AdminPanels } from './panels/AdminPanels.tsx';
import { BreakableText } from './BreakableText.tsx';
import { BackupsPanel } from './backups/BackupsPanel.tsx';
import { BugReportPanel } from './panels/BugReportPanel.tsx';
import { CheckPanel } from './checks/CheckPanel.tsx';
import { ConfigurationPanel } from './panels/ConfigurationPanel.tsx';
import { LibraryPanel } from './panels/LibraryPanel.tsx';
import { MetricsPanel } from './panels/MetricsPanel.tsx';
import { Panel } from './Panel.tsx';
import { PanelBoundary } from './PanelBoundary.tsx';
import type { CheckOutcome } from './checks/run-checks.ts';
import {
  accountServerChecks,
  movieDatabaseChecks,
  proxyChecks,
  relayChecks,
} from './checks/server-checks.ts';
import { ReleaseNotice } from './checks/ReleaseNotice.tsx';
import { ServerChecksPanel } from './checks/ServerChecksPanel.tsx';
import { useIsAdmin } from './useIsAdmin.ts';
import { usePanelRuns, type PanelRun } from './usePanelRuns.ts';
import { useServerChecks, type ServerRun } from './checks/useServerChecks.ts';
import styles from './Diagnostics.module.css';

interface AdminInfoScreenProps {
  /** The panel of invitations. */
  readonly invitations: ReactNode;
}

export function AdminInfoScreen({ invitations }: AdminInfoScreenProps) {
  const { t } = useTranslation();
  const title = t(($) => $.admin.title);
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <h1 className={styles.pageTitle}>{title}</h1>
      <p className={styles.lead}>{t(($) => $.admin.lead)}</p>
      <div className={styles.panels}>
        <Panels invitations={invitations} />
      </div>
    </div>
  );
}

const PANELS = [
  ['accountServer', accountServerChecks],
  ['proxies', proxyChecks],
  ['movieDatabase', movieDatabaseChecks],
  ['relays', relayChecks],
  ['sources', sourceChecks],
  ['extension', extensionChecks],
  ['subtitles', subtitleChecks],
  ['storage', storageChecks],
] as const;

function Panels({ invitations }: AdminInfoScreenProps) {
  const { t } = useTranslation();
  const { runs, runOf, run, runOne, cancel } = usePanelRuns();
  const isAdmin = useIsAdmin();
  const serverChecks = useServerChecks();
  const panels = PANELS.map(([name, load]) => ({
    name,
    title: (translate: TFunction) => translate(($) => $.admin[name].title),
    load,
  }));
  return (
    <>
      {isAdmin && (
        <PanelBoundary>
          <ReleaseNotice />
        </PanelBoundary>
      )}
      <PanelBoundary>
        <Summary
          runs={Object.values(runs)}
          isWide={isAdmin}
          server={serverChecks}
          onRun={() => {
            panels.forEach(run);
            if (isAdmin) serverChecks.runAll();
          }}
          onCancel={() => {
            panels.forEach(({ name }) => cancel(name));
            serverChecks.cancel();
          }}
        />
      </PanelBoundary>
      {isAdmin && <ServerPanels checks={serverChecks} />}
      <PanelBoundary>
        <FactsPanel />
      </PanelBoundary>
      <PanelBoundary>
        <MetricsPanel />
      </PanelBoundary>
      <LibraryPanel />
      <AdminPanels invitations={invitations} />
      {panels.map((panel) => (
        <PanelBoundary key={panel.name}>
          <CheckPanel
            title={panel.title(t)}
            about={t(($) => $.admin[panel.name].about)}
            advice={t(($) => $.admin[panel.name].advice)}
            run={runOf(panel.name)}
            onRun={() => run(panel)}
            onRunOne={(id) => runOne(panel.name, id)}
            onCancel={() => cancel(panel.name)}
          />
        </PanelBoundary>
      ))}
    </>
  );
}

/** Panels for administrators, above the panels for everyone. */
function ServerPanels({ checks }: { readonly checks: ReturnType<typeof useServerChecks> }) {
  return (
    <>
      <PanelBoundary>
        <ServerChecksPanel checks={checks} />
      </PanelBoundary>
      <PanelBoundary>
        <BackupsPanel />
      </PanelBoundary>
      <PanelBoundary>
        <ConfigurationPanel />
      </PanelBoundary>
      <PanelBoundary>
        <BugReportPanel />
      </PanelBoundary>
    </>
  );
}

interface SummaryProps {
  readonly isWide: boolean;
  readonly runs: readonly PanelRun[];
  /** The checks that the server runs for administrators. */
  readonly server: ServerRun;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

function Summary({ isWide, runs, server, onRun, onCancel }: SummaryProps) {
  const { t } = useTranslation();
  const states = [
    ...runs.flatMap(({ rows }) => rows.map(({ outcome }) => outcome.is)),
    ...server.rows.map((row) => stateOf(row.isRunning ? undefined : row.result)),
  ];
  const isRunning = server.isRunning || runs.some((run) => run.isRunning);
  const done = states.filter((is) => is !== 'running').length;
  const { is, count } = outcomeOf(states, server);
  const isComplete = hasRunAll(runs, isWide ? server : undefined);
  const texts = {
    failed: () => t(($) => $.admin.all.failed, { count }),
    broken: () => t(($) => $.admin.checks.broken),
    warnings: () => t(($) => $.admin.checks.counts.warning, { count }),
    works: () => t(($) => $.admin.all.works),
  };
  return (
    <Panel
      title={t(($) => $.admin.all.title)}
      about={t(($) => $.admin.all.about)}
      isWide={isWide}
      action={
        <Button kind={isRunning ? 'secondary' : 'primary'} onClick={isRunning ? onCancel : onRun}>
          {isRunning ? t(($) => $.admin.all.cancel) : t(($) => $.admin.all.run)}
        </Button>
      }
    >
      <p role="status" className={styles.summary} data-failed={is === 'failed' || is === 'broken'}>
        {isRunning && t(($) => $.admin.all.running, { done })}
        {!isRunning && states.length > 0 && (is !== 'works' || isComplete) && texts[is]()}
      </p>
    </Panel>
  );
}

/** Returns the worst outcome, and its count. */
export function outcomeOf(states: readonly CheckOutcome['is'][], server: ServerRun) {
  const failed = states.filter((is) => is === 'failed').length;
  if (failed > 0) return { is: 'failed', count: failed } as const;
  if (server.isBroken) return { is: 'broken', count: 1 } as const;
  const warnings = server.rows.filter(({ result }) => result?.status === 'warning').length;
  return { is: warnings > 0 ? 'warnings' : 'works', count: warnings } as const;
}

/** Whether all checks have run, so that no problem can be hidden. `server` is for administrators. */
export const hasRunAll = (
  runs: readonly Pick<PanelRun, 'isComplete'>[],
  server: Pick<ServerRun, 'isComplete'> | undefined,
): boolean =>
  runs.filter(({ isComplete }) => isComplete).length === PANELS.length &&
  server?.isComplete !== false;

function stateOf(result: ServerCheckResult | undefined): CheckOutcome['is'] {
  if (!result) return 'running';
  return result.status === 'error' ? 'failed' : 'passed';
}

/** Facts known without a request. */
function FactsPanel() {
  const { t, i18n } = useTranslation();
  useStore(sessionStore);
  const none = t(($) => $.admin.facts.none);
  const list = (urls: readonly string[]): string => listText(urls, i18n.language) || none;
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
              <bdi>
                <BreakableText text={value} />
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
