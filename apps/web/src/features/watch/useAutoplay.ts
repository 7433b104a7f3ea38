import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { config } from '#config.ts';
import { askExtensionStatus } from '#data/streams/extension/status.ts';
import { playbackStore } from '#data/preferences/playback.ts';
import { sessionStore } from '#data/session.ts';

/**
 * Whether the next episode begins by itself. An operator may reserve that for those who do not use what is theirs: with
 * proxies of their own, or with the extension.
 */
export function useAutoplay(): boolean {
  const isWanted = useStore(playbackStore, ({ enableAutoplay }) => enableAutoplay);
  const hasProxies = useStore(sessionStore, ({ proxySet }) => (proxySet ?? []).length > 0);
  const isFree = config.ALLOW_AUTOPLAY || hasProxies;
  const { data: extension = 'unknown' } = useQuery({
    queryKey: ['extension', 'status'],
    queryFn: ({ signal }) => askExtensionStatus(signal),
    enabled: isWanted && !isFree,
    staleTime: Infinity,
  });
  return isWanted && (isFree || extension !== 'unknown');
}
