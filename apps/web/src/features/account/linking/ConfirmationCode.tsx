import styles from './Linking.module.css';

/** Four digits that the user compares on both screens. */
export function ConfirmationCode({ number }: { readonly number: string }) {
  return (
    <p className={styles.number} dir="ltr">
      {number}
    </p>
  );
}
