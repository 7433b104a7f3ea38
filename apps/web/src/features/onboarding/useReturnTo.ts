import { useNavigate, useSearchParams } from 'react-router-dom';
import { completeOnboarding } from '#data/preferences/onboarding.ts';
import { destinationOf } from '#paths.ts';

/** Links between the onboarding pages keep their search; completing returns to the page that led here. */
export function useReturnTo() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return {
    to: (pathname: string) => ({ pathname, search: withoutDialog(search) }),
    complete: () => {
      completeOnboarding();
      void navigate(destinationOf(search));
    },
  };
}

/** Removes the state of the open dialog. */
export function withoutDialog(search: URLSearchParams): string {
  const others = new URLSearchParams(search);
  others.delete('m');
  return others.toString();
}
