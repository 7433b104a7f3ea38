/** The JSON of a T, ready to be sent: PostgreSQL wrote it, and it is not read here. */
export interface RawJson<T> {
  readonly json: string;
  /** Never there: it only tells the texts of two kinds apart. */
  readonly of?: T;
}

export const rawJson = <T>(value: T): RawJson<T> => ({ json: JSON.stringify(value) });
