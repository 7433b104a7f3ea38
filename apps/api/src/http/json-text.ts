/** The JSON of a T, ready to be sent: PostgreSQL wrote it, and it is not read here. */
export interface JsonText<T> {
  readonly json: string;
  /** Never there: it only tells the texts of two kinds apart. */
  readonly of?: T;
}

export const jsonText = <T>(value: T): JsonText<T> => ({ json: JSON.stringify(value) });
