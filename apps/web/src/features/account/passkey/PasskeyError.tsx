import { useTranslation } from 'react-i18next';
import type { LockFailure } from '#data/account/passkey-lock.ts';
import { FormError } from '../FormError.tsx';

/** Why a passkey did nothing. */
export function PasskeyError({ why }: { readonly why: LockFailure }) {
  const { t } = useTranslation();
  return (
    <FormError
      text={t(($) => $.passkey.fault[why.is].text)}
      details={t(($) => $.passkey.fault[why.is].details)}
    />
  );
}
