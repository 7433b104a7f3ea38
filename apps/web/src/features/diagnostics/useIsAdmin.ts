import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { administration } from '#data/account/invitations.ts';
import { sessionStore } from '#data/session.ts';

/** Whether the account is an administrator's; false until that is known. */
export function useIsAdmin(): boolean {
  const sessionId = useStore(sessionStore, ({ account }) => account?.sessionId ?? '');
  const { data } = useQuery({ ...administration(sessionId), enabled: sessionId !== '' });
  return data === true;
}
