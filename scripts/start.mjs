// All that `npm start` and `npm run restore` need first, on a fresh clone with nothing but Node and npm. `exec` follows them in
// package.json: the shell remembers where it found the first `node`, and would not run the installed one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build-when-stale.mjs';
import { ensureInstalled, root } from './install.mjs';
import { readRevision } from './revision.mjs';

ensureInstalled();
ensureBuilt();
// Runs outside the build, because a commit that changes only documents does not repeat the build.
writeFileSync(join(root, 'apps/api/dist/revision'), readRevision());
