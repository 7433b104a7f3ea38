import { fileURLToPath } from 'node:url';

// The same depth below the root for `src/` and for the bundled `dist/serve.js`.
const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const WEB_DIST = place('../../web/dist/');
export const MIGRATIONS = place('../../../prisma/migrations/');
/** What shows `/openapi.json` to people; the build puts it there. */
export const DOCS_VIEWER = place('../dist/docs/');
/** The commit that was built: scripts/revision.mjs writes it. */
export const REVISION = place('../dist/revision');
