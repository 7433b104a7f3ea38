// The columns of the source as they come out of the driver, brought to what our tables hold.
import { OptionalId, OptionalNumber } from '@matinee/shared/contract/fields';
import { z } from 'zod';

const LATEST = Date.UTC(9999, 11, 31);

/** Kept to what our columns and JavaScript both can say. */
const Moment = z
  .date()
  .transform((time) => new Date(Math.min(Math.max(time.getTime(), 0), LATEST)));

/** When something will be. */
export const Deadline = Moment.transform((time) => time.toISOString());

/** When something was. A time in the future would win against everything that is written until then. */
export const past = (now: number) =>
  Moment.transform((time) => new Date(Math.min(time.getTime(), now)).toISOString());

/** Whether `past` has put off a date: such a row is new here, or what is here stands. */
export const isPutOff = (time: string, now: number): boolean =>
  time === new Date(now).toISOString();

/** int8 and numeric come as text. */
export const Numeric = z.union([z.number(), z.string().transform(Number)]);

/** Ours are uuids; one of another kind is replaced. */
export const RowId = z.guid().nullable().catch(null);

/** '' for a film, for which the sources have NULL or a newline. */
export const PartId = OptionalId.transform((id) => id ?? '');

export const PartNumber = Numeric.nullish().pipe(OptionalNumber);
