import { Check, Pencil } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './HomeLists.module.css';

interface SectionProps {
  readonly title: string;
  /** Shown at the end of the heading's line. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

interface EditToggleProps {
  /** Heading of the list, which distinguishes several buttons on one page. */
  readonly list: string;
  readonly isEditing: boolean;
  readonly onChange: (isEditing: boolean) => void;
}

export function EditToggle({ list, isEditing, onChange }: EditToggleProps) {
  const { t } = useTranslation();
  const text = isEditing ? t(($) => $.home.lists.done) : t(($) => $.home.lists.edit);
  const label = isEditing
    ? t(($) => $.home.lists.doneOf, { list })
    : t(($) => $.home.lists.editOf, { list });
  const Icon = isEditing ? Check : Pencil;
  return (
    <Button kind="quiet" aria-label={label} onClick={() => onChange(!isEditing)}>
      <Icon aria-hidden size={18} strokeWidth={1.75} />
      {text}
    </Button>
  );
}
