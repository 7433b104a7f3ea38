import type { RegistrationMode } from '@matinee/shared/contract/meta';
import { useQuery } from '@tanstack/react-query';
import { backendInfo } from '#data/account/backend.ts';
import { backendUrl } from '#data/session.ts';

/** `open` until the account server responds. */
export function useRegistrationMode(): RegistrationMode {
  const address = backendUrl();
  const { data } = useQuery({ ...backendInfo(address), enabled: address !== undefined });
  return data?.registration ?? 'open';
}
