// Collects what the database does not have yet.
import type { FileRecord, TitleRecord } from './library-records.ts';

type Changed<T> = ReadonlyMap<string, { readonly record: T; readonly isRemoved: boolean }>;

export interface UnsavedRecords {
  readonly titles: Changed<TitleRecord>;
  readonly files: Changed<FileRecord>;
}

export interface RecordChanges {
  readonly putTitle: (title: TitleRecord) => void;
  readonly removeTitle: (title: TitleRecord) => void;
  readonly putFile: (file: FileRecord) => void;
  readonly removeFile: (file: FileRecord) => void;
  readonly hasTitle: (title: TitleRecord) => boolean;
  readonly hasFile: (file: FileRecord) => boolean;
  /** Takes all changes. */
  readonly take: () => UnsavedRecords;
  /** Puts changes back that could not be saved; newer ones win. */
  readonly giveBack: (changes: UnsavedRecords) => void;
}

export function createRecordChanges(): RecordChanges {
  let titles = new Map<string, { record: TitleRecord; isRemoved: boolean }>();
  let files = new Map<string, { record: FileRecord; isRemoved: boolean }>();
  const titleKey = ({ kind, id }: TitleRecord): string => `${kind}/${id}`;
  const fileKey = ({ store, path }: FileRecord): string => `${store}/${path}`;
  return {
    putTitle: (record) => void titles.set(titleKey(record), { record, isRemoved: false }),
    removeTitle: (record) => void titles.set(titleKey(record), { record, isRemoved: true }),
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
