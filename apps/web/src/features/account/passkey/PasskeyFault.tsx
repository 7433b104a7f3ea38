import { useTranslation } from 'react-i18next';
import type { LockFault } from '#data/account/passkey-lock.ts';
import { Fault } from '../Fault.tsx';

/** Why a passkey did nothing. */
export function PasskeyFault({ why }: { readonly why: LockFault }) {
  const { t } = useTranslation();
  return (
    <Fault
      text={t(($) => $.passkey.fault[why.is].text)}
      details={t(($) => $.passkey.fault[why.is].details)}
    />
  );
}
