// An account server as somebody types it, and what it says of itself.
import { getMeta } from '@matinee/shared/contract/meta';
import { queryOptions } from '@tanstack/react-query';
import { LenientMeta } from '#data/response-schemas.ts';
import { call } from '#data/api.ts';
import { backendUrl } from '#data/session.ts';
import { noteVersion } from '#data/unsupported.ts';

/** undefined for what is no address; `https://` is added where nothing is said. */
export function readBackendAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, origin, pathname, username, password } = new URL(whole);
  if ((protocol !== 'https:' && protocol !== 'http:') || username || password) return undefined;
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** What a server says of itself; by default the one that is used. Fails with ApiError. */
export function backendInfo(address = backendUrl()) {
  return queryOptions({
    queryKey: ['backend', address],
    queryFn: async ({ signal }) => {
      const info = await call(getMeta, {}, { server: address, signal, reply: LenientMeta });
      noteVersion(address ?? '', info.version);
      return info;
    },
  });
}
