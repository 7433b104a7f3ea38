import manifest from '../../package.json' with { type: 'json' };

/** The options that `npm start` passes to Node. */
export const START_FLAGS = manifest.scripts.start
  .split(' ')
  .filter((part) => part.startsWith('--'));
