import { PartyPopper } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { relayUrls } from '#data/session.ts';
import { MenuExternalLink } from '#ui/Menu.tsx';
import { isTicket, serviceAddress } from './download.ts';
import { useDownload } from './useDownload.ts';

/** Where the operator names a service to watch together, and others could play the stream, too. */
export function WatchPartyRow() {
  const { t } = useTranslation();
  const stream = useDownload();
  const service = config.WATCH_PARTY_URL;
  if (service === undefined || stream.kind === 'none') return null;
  return (
    <MenuExternalLink
      icon={PartyPopper}
      label={t(($) => $.player.watchParty)}
      href={serviceAddress(service, 'video', stream.url)}
      hint={isTicket(stream.url, relayUrls()) ? t(($) => $.player.watchPartyHint) : undefined}
    />
  );
}
