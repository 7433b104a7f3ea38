import { Check, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';

interface EditToggleProps {
  /** The list's heading, because there may be two such buttons on a page. */
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
