import { decodeSlug } from '@matinee/shared/media/slug';
import { lazy, Suspense } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { loadChunk } from '#lib/chunk-load-error.ts';
import { modalDepth } from '#lib/modal-history.ts';

const AddToListDialog = lazy(async () => {
  const { AddToListDialog: dialog } = await loadChunk(import('./AddToListDialog.tsx'));
  return { default: dialog };
});

/** Opens for URLs such as `?m=list&title=tmdb-movie-550-fight-club`. */
export function ListModal() {
  const [search] = useSearchParams();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const slug = search.get('m') === 'list' ? search.get('title') : null;
  const title = slug === null ? null : decodeSlug(slug);
  if (!title) return null;

  function close() {
    if (modalDepth(state) > 0) void navigate(-1);
    else void navigate(pathname, { replace: true, preventScrollReset: true });
  }

  return (
    <Suspense>
      <AddToListDialog title={title} onClose={close} />
    </Suspense>
  );
}
