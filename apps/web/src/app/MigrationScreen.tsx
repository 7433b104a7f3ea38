import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './ErrorScreen.module.css';

interface MigrationScreenProps {
  readonly state: 'running' | 'failed';
  readonly onGoOn: () => void;
}

/** Before everything else, where an earlier client left a library. */
export function MigrationScreen({ state, onGoOn }: MigrationScreenProps) {
  const { t } = useTranslation();
  const isRunning = state === 'running';
  const title = isRunning ? t(($) => $.migration.running) : t(($) => $.migration.failed);
  return (
    <main className={styles.screen} aria-busy={isRunning}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      {isRunning && <Spinner size="large" label={title} />}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.message} role={isRunning ? undefined : 'alert'}>
        {isRunning ? t(($) => $.migration.runningHint) : t(($) => $.migration.failedHint)}
      </p>
      <div className={styles.actions}>
        <Button kind={isRunning ? 'secondary' : 'primary'} onClick={onGoOn}>
          {isRunning ? t(($) => $.migration.meanwhile) : t(($) => $.migration.goOn)}
        </Button>
        {!isRunning && (
          <Button onClick={() => location.reload()}>{t(($) => $.actions.reload)}</Button>
        )}
      </div>
    </main>
  );
}
