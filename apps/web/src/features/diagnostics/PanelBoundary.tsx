import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Panel } from './Panel.tsx';
import styles from './Diagnostics.module.css';

interface PanelBoundaryProps {
  readonly children: ReactNode;
}

interface PanelBoundaryState {
  readonly error: unknown;
  readonly hasFailed: boolean;
}

/** A panel that fails to render leaves the others on the page. */
export class PanelBoundary extends Component<PanelBoundaryProps, PanelBoundaryState> {
  static getDerivedStateFromError(error: unknown): PanelBoundaryState {
    return { error, hasFailed: true };
  }

  override state: PanelBoundaryState = { error: undefined, hasFailed: false };

  override render(): ReactNode {
    const { error, hasFailed } = this.state;
    if (!hasFailed) return this.props.children;
    const retry = () => this.setState({ error: undefined, hasFailed: false });
    return <FailedPanel error={error} onRetry={retry} />;
  }
}

interface FailedPanelProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function FailedPanel({ error, onRetry }: FailedPanelProps) {
  const { t } = useTranslation();
  return (
    <Panel
      title={t(($) => $.errors.title)}
      isWide
      action={<Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>}
    >
      <div className={styles.advice} role="alert">
        <code dir="ltr">{String(error)}</code>
      </div>
    </Panel>
  );
}
