// Collects changes that the database doesn't have yet.
import type { FileRecord, TitleRecord } from './library-records.ts';

interface Unsaved<T> {
  readonly record: T;
  readonly isRemoved: boolean;
}

export interface UnsavedTitle extends Unsaved<TitleRecord> {
  /** True if this replica has added the title and hasn't read it from the database. */
  readonly isNew: boolean;
}

export interface UnsavedRecords {
  readonly titles: ReadonlyMap<string, UnsavedTitle>;
  readonly files: ReadonlyMap<string, Unsaved<FileRecord>>;
}

export interface RecordChanges {
  readonly addTitle: (title: TitleRecord) => void;
  readonly putTitle: (title: TitleRecord) => void;
  readonly removeTitle: (title: TitleRecord) => void;
  readonly putFile: (file: FileRecord) => void;
  readonly removeFile: (file: FileRecord) => void;
  readonly hasTitle: (title: TitleRecord) => boolean;
  readonly hasFile: (file: FileRecord) => boolean;
  /** Returns and removes all changes. */
  readonly take: () => UnsavedRecords;
  /** Restores changes that couldn't be saved. Newer changes win. */
  readonly giveBack: (changes: UnsavedRecords) => void;
}

export function createRecordChanges(): RecordChanges {
  let titles = new Map<string, UnsavedTitle>();
  let files = new Map<string, Unsaved<FileRecord>>();
  const titleKey = ({ kind, id }: TitleRecord): string => `${kind}/${id}`;
  const fileKey = ({ store, path }: FileRecord): string => `${store}/${path}`;
  return {
    addTitle: (record) => {
      const key = titleKey(record);
      titles.set(key, { record, isRemoved: false, isNew: !titles.has(key) });
    },
    putTitle: (record) => {
      const key = titleKey(record);
      titles.set(key, { record, isRemoved: false, isNew: titles.get(key)?.isNew ?? false });
    },
    removeTitle: (record) =>
      void titles.set(titleKey(record), { record, isRemoved: true, isNew: false }),
    putFile: (record) => void files.set(fileKey(record), { record, isRemoved: false }),
    removeFile: (record) => void files.set(fileKey(record), { record, isRemoved: true }),
    hasTitle: (record) => titles.has(titleKey(record)),
    hasFile: (record) => files.has(fileKey(record)),
    take: () => {
      const taken = { titles, files };
      titles = new Map();
      files = new Map();
      return taken;
    },
    giveBack: (changes) => {
      titles = new Map([...changes.titles, ...titles]);
      files = new Map([...changes.files, ...files]);
    },
  };
}
