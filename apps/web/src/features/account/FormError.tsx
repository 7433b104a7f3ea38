import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '#data/api.ts';
import type { LockFailure } from '#data/account/passkey.ts';
import type { LinkFailure } from '#data/account/link-channel.ts';
import { failureText } from '#i18n/failure-text.ts';
import styles from './FormError.module.css';

interface FormErrorProps {
  readonly text: string;
  readonly details?: string;
  /** The server's own message, in any language. */
  readonly serverText?: string | undefined;
  /** The operator finds the request in the log by this id. */
  readonly requestId?: string | undefined;
}

/** Screen readers announce it when it appears. */
export function FormError({ text, details, serverText, requestId }: FormErrorProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.error} role="alert">
      <p className={styles.text}>{text}</p>
      {details !== undefined && <p>{details}</p>}
      {serverText && (
        <p dir="auto">
          <code>{serverText}</code>
        </p>
      )}
      {requestId !== undefined && <p>{t(($) => $.errors.requestId, { id: requestId })}</p>}
    </div>
  );
}

/** Explains a failed request to the account server. */
export function ServerError({ failure }: { readonly failure: ApiFailure }) {
  const { t } = useTranslation();
  const { text, details } = failureText(t, failure);
  // Only a rejection has details of the server, and "Too many attempts" needs none.
  if (failure.is !== 'rejected' || failure.status === 429)
    return <FormError text={text} details={details} />;
  const { status, message, requestId } = failure;
  return (
    <FormError
      text={text}
      details={details}
      serverText={message}
      requestId={status >= 500 ? requestId : undefined}
    />
  );
}

interface PasskeyErrorProps {
  readonly error: LockFailure;
  /** The account key has no lock yet, so the passphrase cannot replace the passkey. */
  readonly isLocking?: boolean;
}

export function PasskeyError({ error, isLocking = false }: PasskeyErrorProps) {
  const { t } = useTranslation();
  if (!isLocking)
    return (
      <FormError
        text={t(($) => $.passkey.errors[error.is].text)}
        details={
          error.is === 'canceled'
            ? t(($) => $.passkey.errors.canceled.details)
            : t(($) => $.passkey.errors.wrong.details)
        }
      />
    );
  // `wrong`: another account has logged in in the meantime.
  if (error.is !== 'unsupported')
    return (
      <FormError
        text={t(($) => $.passkey.errors.canceled.text)}
        details={t(($) => $.auth.login.expired.details)}
      />
    );
  return (
    <FormError
      text={t(($) => $.passkey.errors.unsupported.text)}
      details={t(($) => $.passkey.errors.unsupported.details)}
    />
  );
}

interface LinkingErrorProps {
  readonly error: LinkFailure | { readonly is: 'declined' };
  /** This device showed the code, so the user can't have mistyped it here. */
  readonly isCodeHere?: boolean;
}

export function LinkingError({ error, isCodeHere = false }: LinkingErrorProps) {
  const { t } = useTranslation();
  if (error.is === 'failed') return <ServerError failure={error.failure} />;
  if (error.is === 'expired' && isCodeHere)
    return (
      <FormError
        text={t(($) => $.linking.errors.expired.text)}
        details={t(($) => $.linking.errors.expired.notLinked)}
      />
    );
  return (
    <FormError
      text={t(($) => $.linking.errors[error.is].text)}
      details={t(($) => $.linking.errors[error.is].details)}
    />
  );
}
