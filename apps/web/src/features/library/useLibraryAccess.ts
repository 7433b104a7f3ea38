import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { config, siteOrigin } from '#config.ts';
import { backendInfo } from '#data/account/backend.ts';
import { sessionStore } from '#data/session.ts';

/** Whether the library is only for accounts of this site, and the visitor has none. */
export function useLibraryAccess() {
  const hasAccount = useStore(
    sessionStore,
    ({ account, backendUrl }) => account !== null && backendUrl === null,
  );
  const enabled = config.OWN_LIBRARY && !hasAccount;
  const { data, isLoading } = useQuery({ ...backendInfo(siteOrigin), enabled });
  return { isClosed: enabled && data?.ownSourcesFor === 'accounts', isLoading };
}
