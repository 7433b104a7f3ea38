import styles from './Button.module.css';

interface FileButtonProps {
  readonly label: string;
  /** The accepted types, as the `accept` attribute lists them: `.json,application/json`. */
  readonly accept: string;
  /** The id of a text that describes the expected file, for screen readers. */
  readonly describedBy?: string;
  readonly onChoose: (file: File) => void;
}

/** Chooses a file. Hides the browser's own button, because its text is in the browser's language. */
export function FileButton({ label, accept, describedBy, onChoose }: FileButtonProps) {
  return (
    <label className={styles.button} data-kind="secondary">
      {label}
      <input
        type="file"
        accept={accept}
        aria-describedby={describedBy}
        className={styles.fileInput}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Without this, choosing the same file again fires no event.
          currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}
