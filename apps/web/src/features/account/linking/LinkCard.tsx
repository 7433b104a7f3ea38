import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { useLinkOffer } from './use-link-offer.ts';

/** Brings another device in. */
export function LinkCard({ seed }: { readonly seed: Uint8Array }) {
  const { t } = useTranslation();
  const linking = useLinkOffer(seed);
  return (
    <SettingsCard title={t(($) => $.linking.title)} text={t(($) => $.linking.text)}>
      <FormActions>
        <Button onClick={linking.begin}>{t(($) => $.linking.title)}</Button>
      </FormActions>
      {linking.offer && <LinkDialog {...linking} offer={linking.offer} />}
    </SettingsCard>
  );
}
