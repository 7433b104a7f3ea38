// All that `npm start` needs before the server runs, on a fresh clone with nothing but Node and npm.
import { ensureBuilt } from './build-when-stale.mjs';
import { ensureInstalled } from './install.mjs';

ensureInstalled();
ensureBuilt();
