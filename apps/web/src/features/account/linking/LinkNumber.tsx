import styles from './LinkNumber.module.css';

/** Four digits that a person compares on two screens. */
export function LinkNumber({ number }: { readonly number: string }) {
  return (
    <p className={styles.number} dir="ltr">
      {number}
    </p>
  );
}
