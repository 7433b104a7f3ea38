import { useLocation, useNavigate } from 'react-router-dom';
import { sheetDepth } from '#lib/modal-history.ts';
import { paths } from '#paths.ts';
import type { CardSubject } from '#ui/card-actions.ts';

/** Opens the sheet of a title over this page; the way back closes it. */
export function useOpenDetails(): (subject: CardSubject) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (subject) =>
    void navigate(
      { search: paths.details(subject) },
      { state: { sheets: sheetDepth(state) + 1 }, preventScrollReset: true },
    );
}
