// Expressions with which PostgreSQL writes JSON itself. `json_build_object` would take it three times as long.

/** Of text in which anything may stand. */
export const jsonOf = (text: string): string => `to_json(${text})::text`;

/** Of a number or a boolean, or of text that is JSON already; `null` where there is none. */
export const orNull = (value: string): string => `COALESCE((${value})::text, 'null')`;

/** Of text that never needs an escape. */
export const quoted = (text: string): string => `'"' || ${text} || '"'`;

/** The expression of each member of a T. */
type Members<T> = Readonly<Record<keyof T & string, string>>;

/** Where a member is NULL, so is the whole. */
export const jsonObject = <T>(members: Members<T>): string =>
  `'{' || ${Object.entries<string>(members).map(member).join(` || ',' || `)} || '}'`;

/** The same without the members that are NULL. */
export const sparseObject = <T>(members: Members<T>): string =>
  `'{' || concat_ws(',', ${Object.entries<string>(members).map(member).join(', ')}) || '}'`;

const member = ([name, json]: readonly [string, string]): string => `'"${name}":' || ${json}`;

/** One list of the JSON of many rows, by `n`; NULL when there is none. Reading hundreds of rows costs more than one. */
export const listInOrder = (json: string): string =>
  `'[' || string_agg(${json}, ',' ORDER BY n) || ']'`;

/** Accounts that store more are read in pages. */
const AT_ONCE_BYTES = 1024 * 1024;

/** True where all of a kind may be read at once; nothing is read where it is not. */
export const IS_SMALL = `NOT EXISTS (
  SELECT FROM account_bytes WHERE user_id = $1 AND bytes > ${AT_ONCE_BYTES})`;

/** All of a user's rows in a table, or none where that would be too much. */
export const listOf = (json: string, table: string): string =>
  `SELECT ${json} AS json FROM ${table} WHERE user_id = $1 AND ${IS_SMALL}`;
