/** Writes the JSON schema of operators' manifests. A test compares the file with the code. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { manifestSchema } from '../packages/sources/src/sources/manifest/schema.ts';

const file = join(
  import.meta.dirname,
  '../packages/sources/src/sources/manifest/manifest.schema.json',
);
await writeFile(file, await format(JSON.stringify(manifestSchema()), { parser: 'json' }));
