import { decodeSlug, type SlugRef } from '@matinee/shared/media/slug';
import { type ComponentProps, lazy, Suspense } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { loadChunk } from '#lib/chunk-load-error.ts';
import { modalDepth } from '#lib/modal-history.ts';

const DetailsSheet = lazy(async () => {
  const { DetailsSheet: component } = await loadChunk(import('./DetailsSheet.tsx'));
  return { default: component };
});

type DetailsModalProps = Pick<ComponentProps<typeof DetailsSheet>, 'LocalTitle'>;

/** The sheet of the title in the URL: `?m=details&title=tmdb-movie-550-fight-club`. */
export function DetailsModal({ LocalTitle }: DetailsModalProps) {
  const [search] = useSearchParams();
  const close = useClose();
  const slug = search.get('m') === 'details' ? search.get('title') : null;
  const ref = slug === null ? null : decodeSlug(slug);
  if (!ref) return null;
  return (
    <Suspense>
      <DetailsSheet key={keyOf(ref)} title={ref} LocalTitle={LocalTitle} onClose={close} />
    </Suspense>
  );
}

const keyOf = ({ type, tmdbId }: SlugRef): string => `${type} ${tmdbId}`;

/** Goes back to the page below the sheet. Without one, removes the sheet's parameters from the URL. */
function useClose(): () => void {
  const navigate = useNavigate();
  const { state, pathname } = useLocation();
  const depth = modalDepth(state);
  return () => {
    if (depth > 0) void navigate(-depth);
    else void navigate(pathname, { replace: true, preventScrollReset: true });
  };
}
