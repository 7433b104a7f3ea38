// The entry point. Uses only syntax that an old Node supports, to name the required version there.
import { requiredNode } from '#config/required-node.ts';

const complaint = requiredNode(process.versions.node);
if (complaint === undefined) {
  await import('./serve.ts');
} else {
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
