import type { Root } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { migrateLegacyStores } from '#data/migrations/migrate.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './ErrorScreen.module.css';

/** Most migrations end before a text can be read. */
const SHOWN_AFTER_MS = 300;
/** Users would miss these stores. Settings can be chosen again. */
const LIBRARY = ['mw-bookmarks', 'video-progress'];

/** Resolves when the migrations end. If the user does not wait, resolves early, and they continue in the background. */
export function runMigrations(view: Root): Promise<void> {
  return new Promise((goOn) => {
    const draw = (state: 'running' | 'failed') =>
      view.render(<MigrationScreen state={state} onGoOn={() => goOn()} />);
    const soon = setTimeout(() => draw('running'), SHOWN_AFTER_MS);
    void migrateLegacyStores(new AbortController().signal)
      .then((outcomes) => LIBRARY.every((key) => outcomes[key] !== 'reset'))
      .catch(() => false)
      .then((isComplete) => {
        clearTimeout(soon);
        if (isComplete) goOn();
        else draw('failed');
      });
  });
}

interface MigrationScreenProps {
  readonly state: 'running' | 'failed';
  readonly onGoOn: () => void;
}

function MigrationScreen({ state, onGoOn }: MigrationScreenProps) {
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
          {isRunning ? t(($) => $.migration.meanwhile) : t(($) => $.migration.continue)}
        </Button>
        {!isRunning && (
          <Button onClick={() => location.reload()}>{t(($) => $.actions.reload)}</Button>
        )}
      </div>
    </main>
  );
}
