import { canonicalKey } from '@matinee/shared/identity/public-key';
import { z } from 'zod';
import { maxBytesOf } from './selection.ts';
import type { Judging, Raw, Step, Verdict } from './step.ts';

/** What goes into ours, with the key of the account that it belongs to. */
export interface Taken {
  readonly key: string;
  readonly label: string;
  readonly values: Readonly<Record<string, unknown>>;
}
export type Judged = Taken | { readonly label: string; readonly refused: string };

const Frame = z.object({
  $bytes: z.number(),
  $label: z.string(),
  $owner: z.string().nullable(),
  $key: z.string().nullable(),
});

const MAX_ID = 255;

export function judgeRow(step: Step, raw: Raw, judging: Judging): readonly Judged[] {
  const { $bytes, $label: label, $owner, $key } = Frame.parse(raw);
  if ($owner === null || $key === null) return [{ label, refused: 'belongs to no account' }];
  const key = canonicalKey($key);
  if (key === undefined || $owner.length > MAX_ID) {
    const refused = step.table === 'users' ? accountFault(key) : 'its account is not taken';
    return [{ label, refused }];
  }
  if ($bytes > maxBytesOf(step) && !step.isTakenCut) {
    return [{ label, refused: `larger than ${maxBytesOf(step) / 1024} KiB` }];
  }
  return step.judge(raw, judging).map((verdict) => {
    if ('refused' in verdict) return { label, refused: verdict.refused };
    if (!isStorable(verdict.values)) return { label, refused: 'a NUL or half a character' };
    return { label, key, values: verdict.values };
  });
}

const accountFault = (key: string | undefined): string =>
  key === undefined ? 'public_key: not a key to sign in with' : 'id: too long';

/** Text columns hold neither, but columns of type json do, and ours hold none. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
  }
  return true;
}

/** Takes what fits the schema. */
export function judgeBy(schema: z.ZodType<Record<string, unknown>>, raw: unknown): Verdict {
  const { data, error } = schema.safeParse(raw);
  return error ? { refused: reasonOf(error) } : { values: data };
}

type Schema = Parameters<typeof judgeBy>[0];

/** For a row that becomes one of ours. The schema is made once: making one takes longer than many rows. */
export const judgedBy =
  (schema: Schema): Step['judge'] =>
  (raw) => [judgeBy(schema, raw)];

/** Which member is wrong and how; never its value, which may be a title. */
export function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0];
  const names = (issue?.path ?? []).filter((name) => typeof name === 'string').slice(0, 2);
  const fault = issue ? faultOf(issue) : 'not known';
  return names.length === 0 ? fault : `${names.join('.')}: ${fault}`;
}

function faultOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'number' ? 'too large a number' : 'too long';
    case 'too_small':
      return issue.origin === 'number' ? 'too small a number' : 'empty';
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_union':
      return 'not of the expected kind';
    default:
      return 'not in the expected form';
  }
}
