import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportResult } from '#data/user-data/library-file.ts';
import { takeFileSettings } from '#data/preferences/settings-file.ts';
import { Button } from '#ui/Button.tsx';
import { FormActions } from '#ui/FormCard.tsx';

/** What a file has brought, and what it has to offer besides. */
export function ImportSummary({ file }: { readonly file: ImportResult }) {
  const { t } = useTranslation();
  const [isUsed, setIsUsed] = useState(false);
  const { settings, ...added } = file;
  return (
    <>
      <p role="status">
        {isUsed
          ? t(($) => $.accountSettings.file.settingsUsed)
          : t(($) => $.accountSettings.file.added, { ...added })}
      </p>
      {settings && !isUsed && (
        <FormActions>
          <Button
            onClick={() => {
              takeFileSettings(settings);
              setIsUsed(true);
            }}
          >
            {t(($) => $.accountSettings.file.useSettings)}
          </Button>
        </FormActions>
      )}
    </>
  );
}
