import { useTranslation } from 'react-i18next';
import { SelectField } from '#ui/SelectField.tsx';
import type { Row } from './useRows.ts';
import { choose } from './discover-store.ts';

/** What the row shows may be chosen: its genre, or its service. */
export function RowChoice({ row: { slot, choice, choices } }: { readonly row: Row }) {
  const { t } = useTranslation();
  if (slot.by === 'list' || slot.by === 'collection' || !choice || choices.length < 2) return null;
  const { by, kind } = slot;
  return (
    <SelectField
      label={
        by === 'genre' ? t(($) => $.discover.chooseGenre) : t(($) => $.discover.chooseProvider)
      }
      value={String(choice.id)}
      options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => choose(by, kind, Number(value))}
    />
  );
}
