import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/IconButton.tsx';

interface RemoveButtonProps {
  readonly title: string;
  readonly onRemove: () => void;
}

export function RemoveButton({ title, onRemove }: RemoveButtonProps) {
  const { t } = useTranslation();

  function onClick({ currentTarget }: MouseEvent<HTMLElement>) {
    const cell = currentTarget.closest('li');
    const next = cell?.nextElementSibling ?? cell?.previousElementSibling;
    // With its card the focus would be gone, and whoever removes several would start again at the top.
    next?.querySelector<HTMLElement>('[data-remove]')?.focus();
    onRemove();
  }

  return (
    <IconButton data-remove label={t(($) => $.home.lists.remove, { title })} onClick={onClick}>
      <X aria-hidden />
    </IconButton>
  );
}
