// Prepares `npm start` and `npm run restore` on a fresh clone with only Node and npm. package.json then uses `exec`,
// because the shell remembers the path of the first `node` and wouldn't run the installed one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build-when-stale.mjs';
import { ensureInstalled, root } from './install.mjs';
import { readRevision } from './revision.mjs';

ensureInstalled();
ensureBuilt();
// Write the revision outside the build, because a commit that changes only documents doesn't repeat the build.
writeFileSync(join(root, 'apps/api/dist/revision'), readRevision());
