import { queryOptions } from '@tanstack/react-query';
import { askExtensionStatus } from '#data/streams/extension/status.ts';

const EVERY_MS = 1_000;

/** It is installed and allowed elsewhere, while this page waits; what was heard last stands until something else is heard. */
export const extensionPoll = queryOptions({
  queryKey: ['extension', 'poll'],
  queryFn: ({ signal }) => askExtensionStatus(signal),
  refetchInterval: EVERY_MS,
  staleTime: 0,
  gcTime: 0,
});
