import { useTranslation } from 'react-i18next';
import type { LinkResult } from '#data/account/link-guest.ts';
import { backendUrl } from '#data/session.ts';
import { FormError } from '../FormError.tsx';
import { LinkErrorNote } from './LinkErrorNote.tsx';

/** What is not said beside a field. */
export function LinkStatus({ result }: { readonly result: LinkResult }) {
  const { t } = useTranslation();
  switch (result.is) {
    case 'signedIn':
    case 'noCode':
    case 'noDeviceName':
      return null;
    case 'unknownAccount':
      return (
        <FormError
          text={t(($) => $.linking.over.title)}
          details={t(($) => $.linking.enter.unknown, { host: URL.parse(backendUrl() ?? '')?.host })}
        />
      );
    default:
      return <LinkErrorNote why={result} />;
  }
}
