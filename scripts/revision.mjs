// Writes the commit of this tree to the given file, for `GET /meta` and the log. Writes nothing without a .git folder.
// Plain JavaScript that doesn't need git, because the image for the build doesn't have it.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function textOf(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** In a worktree, `.git` is a file that names the folder. Branches are in the first checkout's folder. */
function gitFolders() {
  const git = join(root, '.git');
  if (!statSync(git, { throwIfNoEntry: false })?.isFile()) return [git];
  const own = resolve(root, textOf(git).replace('gitdir: ', ''));
  return [own, resolve(own, textOf(join(own, 'commondir')))];
}

function commitOf(branch, folder) {
  const packed = textOf(join(folder, 'packed-refs')).split('\n');
  const line = packed.find((each) => each.endsWith(` ${branch}`));
  return textOf(join(folder, branch)) || line?.split(' ')[0] || '';
}

/** Returns REVISION if a build sets it, or else the commit of HEAD. */
export function readRevision() {
  if (process.env.REVISION) return process.env.REVISION;
  const folders = gitFolders();
  const head = textOf(join(folders[0], 'HEAD'));
  if (!head.startsWith('ref: ')) return head;
  return folders.map((folder) => commitOf(head.slice(5), folder)).find(Boolean) ?? '';
}

const [, , target] = process.argv;
if (target) writeFileSync(target, readRevision());
