import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MIGRATIONS_IN_ROOT = 'prisma/migrations/';

/** Returns the parent folder that contains the migrations, in a checkout or in the image with the bundled server. */
function rootAbove(folder: string): string {
  const isRoot = existsSync(join(folder, MIGRATIONS_IN_ROOT));
  return isRoot || dirname(folder) === folder ? folder : rootAbove(dirname(folder));
}

const ROOT = rootAbove(import.meta.dirname);

export const WEB_DIST = join(ROOT, 'apps/web/dist/');
export const MIGRATIONS = join(ROOT, MIGRATIONS_IN_ROOT);
/** The documentation page of `/openapi.json`, which the build copies. */
export const DOCS_VIEWER = join(ROOT, 'apps/api/dist/docs/');
/** The Markdown files of the manual. */
export const MANUAL = join(ROOT, 'docs/');
/** The commit of the build. scripts/revision.mjs writes it. */
export const REVISION = join(ROOT, 'apps/api/dist/revision');
