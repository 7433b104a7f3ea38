// The entry point. Uses no syntax that an old Node lacks, so that it can name the required version.
import { requiredNode } from '#config/required-node.ts';

const complaint = requiredNode(process.versions.node);
if (complaint === undefined) {
  await import('./serve.ts');
} else {
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
