/** Unusable responses of a service; each ends by itself. */
export const NO_ANSWERS = [
  'truncated',
  'gigantic',
  'redirectsToItself',
  { redirectsTo: 'http://127.0.0.1:1/' },
  { redirectsTo: 'http://169.254.169.254/latest/meta-data' },
  'html',
  'brokenJson',
  'error',
  'down',
] as const;
