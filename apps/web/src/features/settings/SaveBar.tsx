import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import type { Fault } from './settings-form.ts';
import styles from './SaveBar.module.css';

interface SaveBarProps {
  readonly faults: readonly Fault[];
  readonly onReset: () => void;
  readonly onSave: () => void;
}

/** There as long as something waits to be saved. */
export function SaveBar({ faults, onReset, onSave }: SaveBarProps) {
  const { t } = useTranslation();
  const [fault] = faults;
  return (
    <section className={styles.bar} aria-label={t(($) => $.settings.save.unsaved)}>
      <p className={styles.text} role="status" data-fault={fault}>
        {fault ? t(($) => $.settings.save.faults[fault]) : t(($) => $.settings.save.unsaved)}
      </p>
      <Button kind="quiet" onClick={onReset}>
        {t(($) => $.settings.save.reset)}
      </Button>
      <Button kind="primary" disabled={fault !== undefined} onClick={onSave}>
        {t(($) => $.settings.save.save)}
      </Button>
    </section>
  );
}
