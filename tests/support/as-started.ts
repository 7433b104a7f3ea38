/**
 * What keeps the server small, as `npm start` and the Dockerfile say it: one heap for all threads, from which large
 * buffers are kept out, so that their memory goes back at once and leaves no holes; a little is kept for the next request,
 * or each would ask the system for it anew; and a small young generation.
 */
export const AS_STARTED = {
  flags: ['--max-semi-space-size=8'],
  env: {
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '4194304',
  },
} as const;
