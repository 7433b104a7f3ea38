// Creates a report about the server for Matinee's developers, without personal data or addresses.
import type {
  BugReport,
  ConfiguredOption,
  ServerCheckResult,
} from '@matinee/shared/contract/diagnostics';
import type { ErrorGroup } from '@matinee/shared/contract/error-groups';
import { arch, platform, release } from 'node:os';
import { version as node } from 'node:process';
import { plainValue } from '#config/describe-options.ts';

export interface BugReportOptions {
  readonly version: string;
  readonly revision: string | undefined;
  readonly options: readonly ConfiguredOption[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function describeServer(
  { version, revision, options, now }: BugReportOptions,
  checks: readonly ServerCheckResult[],
  errors: readonly ErrorGroup[],
): BugReport {
  return {
    createdAt: new Date(now()).toISOString(),
    version,
    revision: revision ?? null,
    node,
    system: `${platform()} ${release()} ${arch()}`,
    checks: checks.map(withoutPlaces),
    options: options
      .filter(({ isSet }) => isSet)
      .map((option) => ({ name: option.name, from: option.from, value: plainValue(option) })),
    errors: errors.map(describeError),
  };
}

/** Facts whose texts never contain personal data or addresses. */
const PLAIN_FACTS: ReadonlySet<string> = new Set(['reason', 'version', 'encoder']);
const PLAIN_ID = /^[a-z][a-z-]{0,40}$/;

function withoutPlaces({
  check,
  subject,
  status,
  code,
  ms,
  facts,
}: ServerCheckResult): BugReport['checks'][number] {
  const plain = Object.entries(facts).filter(
    ([name, value]) => typeof value === 'number' || PLAIN_FACTS.has(name),
  );
  return {
    check,
    ...(subject !== undefined && PLAIN_ID.test(subject) && { subject }),
    status,
    code,
    ms,
    facts: Object.fromEntries(plain),
  };
}

const PLAIN_CODE = /^[\w-]{1,40}$/;

/** Removes texts of page errors, because anyone can report them with any text. */
function describeError(error: ErrorGroup): BugReport['errors'][number] {
  const { origin, level, area, code, count, lastAt, shape } = error;
  const isOurs = origin === 'server';
  return {
    origin,
    level,
    area: isOurs ? area : 'page',
    code: PLAIN_CODE.test(code) ? code : 'other',
    count,
    lastAt,
    shape: isOurs ? withoutNames(shape) : null,
  };
}

/** Removes paths and host names that remain in an error's shape. */
const withoutNames = (shape: string): string =>
  shape
    .replaceAll(/(?:[a-z]:)?[\\/][^\s:;,"')]*/gi, '(path)')
    .replaceAll(/\b[\w-]+(?:\.[\w-]+)+(?::\S+)?/g, '(name)');
