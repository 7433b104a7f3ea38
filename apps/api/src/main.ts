// The way in. It uses nothing that an old Node lacks, so that it can say which one is needed.
import { requiredNode } from '#config/required-node.ts';

const complaint = requiredNode(process.versions.node);
if (complaint === undefined) {
  await import('./serve.ts');
} else {
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
