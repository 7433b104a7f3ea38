// Checks invitation codes at registration; administrators create, list and revoke them.
import {
  checkInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  type Invitation,
} from '@matinee/shared/contract/invitations';
import { getMe } from '@matinee/shared/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { LenientMe, IgnoredReply } from '#data/response-schemas.ts';
import { call } from '#data/api.ts';
import { backendUrl, sessionStore } from '#data/session.ts';

/** Never cached, because the invitation may be used up in the meantime. Rejects with ApiRequestError. */
export function invitationState(code: string, server = backendUrl()) {
  return queryOptions({
    queryKey: ['invitation', server, code],
    queryFn: async ({ signal }) =>
      (await call(checkInvitation, { body: { code } }, { server, signal })).state,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
}

/** Whether the account is an administrator's. */
export function administration(sessionId: string) {
  return queryOptions({
    queryKey: ['administration', sessionId],
    queryFn: async ({ signal }) => (await call(getMe, {}, { signal, reply: LenientMe })).isAdmin,
  });
}

const INVITATIONS = ['invitations'] as const;

export function invitationList(sessionId: string) {
  return queryOptions({
    queryKey: [...INVITATIONS, sessionId],
    queryFn: ({ signal }) => call(listInvitations, {}, { signal }),
  });
}

export interface InvitationRequest {
  readonly uses: number;
  readonly days: number;
}

export function makeInvitation(body: InvitationRequest, signal?: AbortSignal): Promise<Invitation> {
  return call(createInvitation, { body }, { signal });
}

export async function revokeInvitation(code: string, signal?: AbortSignal): Promise<void> {
  await call(deleteInvitation, { params: { code } }, { signal, reply: IgnoredReply });
}

/** Returns a link to the register page of this site, or of the account server's site. */
export function invitationLink(code: string): string {
  const server = sessionStore.getState().backendUrl;
  const site = server === null ? location.origin : new URL(server).origin;
  return `${site}/register?invite=${code}`;
}
