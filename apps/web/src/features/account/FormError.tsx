import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '#data/api.ts';
import type { LockFailure } from '#data/account/passkey-lock.ts';
import type { LinkFailure } from '#data/account/link-channel.ts';
import styles from './FormError.module.css';

/** Screen readers announce it when it appears. */
export function FormError({ text, details }: { readonly text: string; readonly details?: string }) {
  return (
    <div className={styles.error} role="alert">
      <p className={styles.text}>{text}</p>
      {details !== undefined && <p>{details}</p>}
    </div>
  );
}

/** Explains a failed request to the account server. */
export function ServerError({ failure }: { readonly failure: ApiFailure }) {
  const { t } = useTranslation();
  if (failure.is !== 'refused') {
    return (
      <FormError
        text={t(($) => $.auth.failure[failure.is].text)}
        details={t(($) => $.auth.failure[failure.is].details)}
      />
    );
  }
  if (failure.status === 429) {
    const { retryAfterMs } = failure;
    const minutes = Math.max(1, Math.ceil((retryAfterMs ?? 0) / 60_000));
    return (
      <FormError
        text={t(($) => $.auth.failure.tooMany.text)}
        // Older movie-web servers send no Retry-After.
        details={
          retryAfterMs === undefined
            ? t(($) => $.auth.failure.tooMany.later)
            : t(($) => $.auth.failure.tooMany.details, { count: minutes })
        }
      />
    );
  }
  return (
    <FormError
      text={t(($) => $.auth.failure.refused.text)}
      details={failure.message ?? t(($) => $.auth.failure.refused.details, { ...failure })}
    />
  );
}

export function PasskeyError({ error }: { readonly error: LockFailure }) {
  const { t } = useTranslation();
  return (
    <FormError
      text={t(($) => $.passkey.fault[error.is].text)}
      details={t(($) => $.passkey.fault[error.is].details)}
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
      text={t(($) => $.linking.fault[error.is].text)}
      details={t(($) => $.linking.fault[error.is].details)}
    />
  );
}
