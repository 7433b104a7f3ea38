// Parses the URL of an account server and fetches its description.
import { getMeta } from '@matinee/shared/contract/meta';
import { queryOptions } from '@tanstack/react-query';
import { LenientMeta } from '#data/response-schemas.ts';
import { call } from '#data/api.ts';
import { backendUrl } from '#data/session.ts';
import { noteVersion } from '#data/unsupported.ts';

/** Undefined for an invalid URL. The default protocol is https. */
export function readBackendAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, pathname, username, password } = new URL(url);
  if ((protocol !== 'https:' && protocol !== 'http:') || username || password) return undefined;
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Describes the current server by default. Rejects with ApiRequestError. */
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
