import { useTranslation } from 'react-i18next';
import type { LinkResult } from '#data/account/link-request.ts';
import { backendUrl } from '#data/session.ts';
import { Fault } from '../Fault.tsx';
import { LinkFaultNote } from './LinkFaultNote.tsx';

/** What is not said beside a field. */
export function LinkOutcome({ result }: { readonly result: LinkResult }) {
  const { t } = useTranslation();
  switch (result.is) {
    case 'signedIn':
    case 'noCode':
    case 'noDeviceName':
      return null;
    case 'unknownAccount':
      return (
        <Fault
          text={t(($) => $.linking.over.title)}
          details={t(($) => $.linking.enter.unknown, { host: URL.parse(backendUrl() ?? '')?.host })}
        />
      );
    default:
      return <LinkFaultNote why={result} />;
  }
}
