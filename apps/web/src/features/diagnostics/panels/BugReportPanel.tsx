import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveBugReport } from '#data/diagnostics/server.ts';
import { Button } from '#ui/Button.tsx';
import { LoadAdvice, Panel } from '../Panel.tsx';
import styles from '../Diagnostics.module.css';

/** Downloads a description of the server that can be published. */
export function BugReportPanel() {
  const { t } = useTranslation();
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: saveBugReport });
  return (
    <Panel
      title={t(($) => $.admin.bundle.title)}
      about={t(($) => $.admin.bundle.about)}
      action={
        <Button
          onClick={() => {
            // Disabling the button would lose the focus.
            if (!isPending) mutate();
          }}
        >
          {t(($) => $.admin.bundle.download)}
        </Button>
      }
    >
      <p role="status">
        {isPending && t(($) => $.admin.bundle.running)}
        {isSuccess && t(($) => $.admin.bundle.done)}
      </p>
      {error && (
        <div role="alert" className={styles.advice}>
          <LoadAdvice error={error} advice={t(($) => $.admin.bundle.failed)} />
        </div>
      )}
    </Panel>
  );
}
