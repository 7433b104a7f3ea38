import { useTranslation } from 'react-i18next';
import type { LinkFault } from '#data/account/link-envelopes.ts';
import { Fault, ServerFault } from '../Fault.tsx';

/** Why nothing was linked, and what helps. */
export function LinkFaultNote({ why }: { readonly why: LinkFault | { readonly is: 'declined' } }) {
  const { t } = useTranslation();
  if (why.is === 'failed') return <ServerFault failure={why.failure} />;
  return (
    <Fault
      text={t(($) => $.linking.fault[why.is].text)}
      details={t(($) => $.linking.fault[why.is].details)}
    />
  );
}
