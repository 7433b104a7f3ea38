import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { backendInfo } from '#data/account/backend.ts';
import { isAccountServer, relayUrls, sessionStore } from '#data/session.ts';

export interface MembersOnly {
  readonly canRegister: boolean;
}

/** Set when nobody is signed in, and the site has sources that only its accounts are shown; `loading` until that is known. */
export function useMembersOnly(): MembersOnly | 'loading' | undefined {
  const isSignedIn = useStore(sessionStore, ({ account }) => account !== null);
  const enabled = !isSignedIn && relayUrls().some(isAccountServer);
  const { data, isLoading } = useQuery({
    ...backendInfo(),
    staleTime: Infinity,
    retry: false,
    enabled,
  });
  if (isLoading) return 'loading';
  return enabled && data?.ownSourcesFor === 'accounts'
    ? { canRegister: (data.registration ?? 'open') === 'open' }
    : undefined;
}
