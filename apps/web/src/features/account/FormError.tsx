import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '#data/api.ts';
import type { LockFailure } from '#data/account/passkey.ts';
import type { LinkFailure } from '#data/account/link-channel.ts';
import styles from './FormError.module.css';

interface FormErrorProps {
  readonly text: string;
  readonly details?: string;
  /** The server's own words, in any language. */
  readonly serverText?: string | undefined;
  /** The operator finds the request in the log by it. */
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
  if (failure.is !== 'rejected') {
    return (
      <FormError
        text={t(($) => $.auth.errors[failure.is].text)}
        details={t(($) => $.auth.errors[failure.is].details)}
      />
    );
  }
  if (failure.status === 429) {
    const { retryAfterMs } = failure;
    const minutes = Math.max(1, Math.ceil((retryAfterMs ?? 0) / 60_000));
    return (
      <FormError
        text={t(($) => $.auth.errors.tooMany.text)}
        // Older movie-web servers send no Retry-After.
        details={
          retryAfterMs === undefined
            ? t(($) => $.auth.errors.tooMany.later)
            : t(($) => $.auth.errors.tooMany.details, { count: minutes })
        }
      />
    );
  }
  const { status, message, requestId } = failure;
  const known = kindOfStatus(status);
  return (
    <FormError
      text={known ? t(($) => $.auth.errors[known].text) : t(($) => $.auth.errors.refused.text)}
      details={
        known
          ? t(($) => $.auth.errors[known].details)
          : t(($) => $.auth.errors.refused.details, { status })
      }
      serverText={message}
      // Errors of the request itself say all that can be done.
      requestId={status >= 500 ? requestId : undefined}
    />
  );
}

type KnownError =
  | 'loggedOut'
  | 'forbidden'
  | 'gone'
  | 'conflict'
  | 'tooLarge'
  | 'broken'
  | 'unavailable'
  | 'diskFull';

/** Errors are identified by status: the messages of servers are English and differ. */
function kindOfStatus(status: number): KnownError | undefined {
  switch (status) {
    case 401:
      return 'loggedOut';
    case 403:
      return 'forbidden';
    case 404:
    case 410:
      return 'gone';
    case 409:
      return 'conflict';
    case 413:
      return 'tooLarge';
    case 502:
    case 503:
    case 504:
      return 'unavailable';
    case 507:
      return 'diskFull';
    default:
      return status >= 500 ? 'broken' : undefined;
  }
}

interface PasskeyErrorProps {
  readonly error: LockFailure;
  /** While the account key has no lock yet, the passphrase is no way around the passkey. */
  readonly isLocking?: boolean;
}

export function PasskeyError({ error, isLocking = false }: PasskeyErrorProps) {
  const { t } = useTranslation();
  return (
    <FormError
      text={t(($) => $.passkey.errors[error.is].text)}
      details={t(($) =>
        isLocking && error.is === 'canceled'
          ? $.auth.login.expired.details
          : $.passkey.errors[error.is].details,
      )}
    />
  );
}

export function LinkingError({
  error,
}: {
  readonly error: LinkFailure | { readonly is: 'declined' };
}) {
  const { t } = useTranslation();
  if (error.is === 'failed') return <ServerError failure={error.failure} />;
  return (
    <FormError
      text={t(($) => $.linking.errors[error.is].text)}
      details={t(($) => $.linking.errors[error.is].details)}
    />
  );
}
