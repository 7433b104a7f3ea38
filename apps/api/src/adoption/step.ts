/** A row of the source, as it came. */
export type Raw = Readonly<Record<string, unknown>>;

/** What becomes of one row, or of one entry of a row that holds several. */
export type Verdict =
  { readonly values: Readonly<Record<string, unknown>> } | { readonly refused: string };

export interface Judging {
  /** Something of the row was left out or replaced; the row itself is taken. */
  readonly mend: (what: string) => void;
}

/** One kind of row: where it comes from, what is taken of it, and how it gets into ours. */
export interface Step {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** Without these the table is not what we know. */
  readonly required: readonly string[];
  /** The column that names the account, or the row of `parent` that does. */
  readonly owner: string;
  readonly parent?: {
    readonly table: string;
    readonly owner: string;
    readonly columns: readonly string[];
  };
  readonly where?: string;
  /** The columns that name a row in the report. Nothing that tells what somebody watches by its name. */
  readonly label: readonly string[];
  /** Where one row holds what elsewhere are many. */
  readonly maxBytes?: number;
  /** A row that is too large to be read is still judged, by what is left of it. */
  readonly isTakenCut?: true;
  readonly judge: (raw: Raw, judging: Judging) => readonly Verdict[];
  /**
   * Takes `$1`, a JSON array of the values with `user_id` and `public_key`; gives a row for each row that it wrote,
   * with `added`: whether it is new.
   */
  readonly write: string;
  /** The value that tells when the account was in use. */
  readonly usedAt?: string;
}
