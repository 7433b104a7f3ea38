// Checks that commit subjects are `area: imperative summary`, for commits since origin/main or the last twenty.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const MAX_LENGTH = 72;
/** Limits the commits, because the base of a local branch may be far away. */
const MAX_COMMITS = 20;
/** Verb forms other than the imperative. */
const NOT_IMPERATIVE =
  /^(?:added|adds|adding|fixed|fixes|fixing|changed|changes|changing|removed|removes|removing|updated|updates|updating|made|makes|making|moved|moves|moving|used|uses|using)$/i;
const SUBJECT = /^[\p{L}\d][\p{L}\d ./-]*(?:\([\p{L}\d ./-]+\))?!?: (?<summary>\S.*)$/u;

/** Describes the error in a subject. Undefined if there is none. */
export function subjectFault(subject: string): string | undefined {
  const summary = SUBJECT.exec(subject)?.groups?.summary;
  if (summary === undefined) return 'begin with an area: `player: keep the position`';
  if (subject.length > MAX_LENGTH) return `at most ${MAX_LENGTH} characters`;
  if (summary.endsWith('.')) return 'no period at the end';
  if (NOT_IMPERATIVE.test(summary.split(' ')[0] ?? '')) return 'imperative: `add`, not `added`';
  return undefined;
}

/** Undefined without git, without a repository, or for a revision that a shallow clone lacks. */
function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function subjects(): readonly string[] {
  const base = git('merge-base', 'HEAD', 'origin/main');
  const isAhead = base !== undefined && base !== git('rev-parse', 'HEAD');
  const since = isAhead ? [`${base}..HEAD`] : [];
  const log = git('log', '--no-merges', '--format=%s', `-${MAX_COMMITS}`, ...since);
  return log?.split('\n').filter(Boolean) ?? [];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = subjects().flatMap((subject) => {
    const fault = subjectFault(subject);
    return fault === undefined ? [] : [`${subject}\n  ${fault}`];
  });
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
