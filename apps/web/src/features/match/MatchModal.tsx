import { decodeSlug } from '@matinee/shared/media/slug';
import { tmdbKind } from '@matinee/shared/media/media';
import { lazy, Suspense } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { loadChunk } from '#lib/chunk-load-error.ts';
import { modalDepth } from '#lib/modal-history.ts';
import type { MatchSubject } from './MatchDialog.tsx';

const MatchDialog = lazy(async () => {
  const { MatchDialog: dialog } = await loadChunk(import('./MatchDialog.tsx'));
  return { default: dialog };
});

/** Opens for `?m=match&title=tmdb-movie-550-fight-club`, or `?m=match&file={id}&name={name}` for a file. */
export function MatchModal() {
  const [search] = useSearchParams();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const depth = modalDepth(state);
  const subject = search.get('m') === 'match' ? subjectIn(search) : undefined;
  if (!subject) return null;

  const closeAll = () => void navigate(pathname, { replace: true, preventScrollReset: true });
  const leave = (sheets: number) => (depth > 0 ? void navigate(-sheets) : closeAll());
  /** Also closes the details below, which now show another title. Details opened by URL don't count as a sheet. */
  const finish = () => (depth === 1 && 'kind' in subject.subject ? closeAll() : leave(depth));

  return (
    <Suspense>
      <MatchDialog subject={subject} onClose={() => leave(1)} onSaved={finish} />
    </Suspense>
  );
}

function subjectIn(search: URLSearchParams): MatchSubject | undefined {
  const file = search.get('file');
  const name = search.get('name') ?? '';
  if (file !== null) return { subject: { file }, name };
  const title = decodeSlug(search.get('title') ?? '');
  if (!title) return undefined;
  const { type, tmdbId } = title;
  return { subject: { kind: tmdbKind(type), id: Number(tmdbId) }, name };
}
