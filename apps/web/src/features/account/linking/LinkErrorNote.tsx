import { useTranslation } from 'react-i18next';
import type { LinkFailure } from '#data/account/link-channel.ts';
import { FormError, ServerFault } from '../FormError.tsx';

/** Why nothing was linked, and what helps. */
export function LinkErrorNote({
  why,
}: {
  readonly why: LinkFailure | { readonly is: 'declined' };
}) {
  const { t } = useTranslation();
  if (why.is === 'failed') return <ServerFault failure={why.failure} />;
  return (
    <FormError
      text={t(($) => $.linking.fault[why.is].text)}
      details={t(($) => $.linking.fault[why.is].details)}
    />
  );
}
