import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { extensionChecks, storageChecks } from './browser-checks.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { FactList } from './FactList.tsx';
import { sourceChecks, subtitleChecks } from './playback-checks.ts';
import { Metrics } from './Metrics.tsx';
import { Panel } from './Panel.tsx';
import styles from './Panel.module.css';
import type { Outcome } from './run-checks.ts';
import { backendChecks, catalogueChecks, proxyChecks, relayChecks } from './server-checks.ts';
import { usePanelRuns, type PanelRun } from './usePanelRuns.ts';

const PANELS = [
  ['backend', backendChecks],
  ['proxies', proxyChecks],
  ['catalogue', catalogueChecks],
  ['relays', relayChecks],
  ['sources', sourceChecks],
  ['extension', extensionChecks],
  ['subtitles', subtitleChecks],
  ['storage', storageChecks],
] as const;

export function Diagnostics() {
  const { t } = useTranslation();
  const { runs, runOf, run, runOne, cancel } = usePanelRuns();
  const panels = PANELS.map(([name, load]) => ({
    name,
    title: t(($) => $.admin[name].title),
    load: () => load(t),
  }));
  return (
    <>
      <Summary
        runs={Object.values(runs)}
        onRun={() => panels.forEach(run)}
        onCancel={() => panels.forEach(({ name }) => cancel(name))}
      />
      <FactList />
      <Metrics />
      {panels.map((panel) => (
        <CheckPanel
          key={panel.name}
          title={panel.title}
          about={t(($) => $.admin[panel.name].about)}
          advice={t(($) => $.admin[panel.name].advice)}
          run={runOf(panel.name)}
          onRun={() => run(panel)}
          onRunOne={(id) => runOne(panel.name, id)}
          onCancel={() => cancel(panel.name)}
        />
      ))}
    </>
  );
}

interface SummaryProps {
  readonly runs: readonly PanelRun[];
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

/** One button for all panels, and one line that sums them up. */
function Summary({ runs, onRun, onCancel }: SummaryProps) {
  const { t } = useTranslation();
  const states = runs.flatMap(({ rows }) => rows.map(({ outcome }) => outcome.is));
  const count = (state: Outcome['is']): number => states.filter((is) => is === state).length;
  const isRunning = runs.some((run) => run.isRunning);
  const failed = count('failed');
  return (
    <Panel
      title={t(($) => $.admin.all.title)}
      about={t(($) => $.admin.all.about)}
      action={
        <Button kind={isRunning ? 'secondary' : 'primary'} onClick={isRunning ? onCancel : onRun}>
          {isRunning ? t(($) => $.admin.all.cancel) : t(($) => $.admin.all.run)}
        </Button>
      }
    >
      <p role="status" className={styles.summary} data-failed={failed > 0}>
        {isRunning && t(($) => $.admin.all.running, { done: states.length - count('running') })}
        {!isRunning && states.length > 0 && failed === 0 && t(($) => $.admin.all.works)}
        {!isRunning && failed > 0 && t(($) => $.admin.all.failed, { count: failed })}
      </p>
    </Panel>
  );
}
