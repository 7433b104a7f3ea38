import styles from './ConfirmationCode.module.css';

/** Four digits that a person compares on two screens. */
export function ConfirmationCode({ number }: { readonly number: string }) {
  return (
    <p className={styles.number} dir="ltr">
      {number}
    </p>
  );
}
