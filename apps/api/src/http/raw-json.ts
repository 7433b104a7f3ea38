/** The JSON of a T, ready to be sent: PostgreSQL wrote it, and it is not read here. */
export interface RawJson<T> {
  readonly json: string;
  /** Never set: a type-level tag that distinguishes the JSON of different types. */
  readonly of?: T;
}

export const rawJson = <T>(value: T): RawJson<T> => ({ json: JSON.stringify(value) });
