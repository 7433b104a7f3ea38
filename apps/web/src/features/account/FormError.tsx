import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '#data/api.ts';
import styles from './FormError.module.css';

/** What went wrong, said when it appears. */
export function FormError({ text, details }: { readonly text: string; readonly details?: string }) {
  return (
    <div className={styles.fault} role="alert">
      <p className={styles.text}>{text}</p>
      {details !== undefined && <p>{details}</p>}
    </div>
  );
}

/** Why the account server did not do what it was asked. */
export function ServerFault({ failure }: { readonly failure: ApiFailure }) {
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
        // Servers of the first generation don't say when.
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
