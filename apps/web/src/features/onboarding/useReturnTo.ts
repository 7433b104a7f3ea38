import { useNavigate, useSearchParams } from 'react-router-dom';
import { completeOnboarding } from '#data/preferences/onboarding.ts';
import { destinationOf } from '#paths.ts';
import { keptSearch } from './return-to.ts';

/** The way on: through the pages with what they were opened with, and out of them to the film. */
export function useReturnTo() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const kept = keptSearch(search);
  return {
    to: (pathname: string) => ({ pathname, search: kept }),
    complete: () => {
      completeOnboarding();
      void navigate(destinationOf(search));
    },
  };
}
