import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { browserKind } from './browser-kind.ts';
import { extensionPoll } from './extension-poll.ts';
import { InstallLinks } from './InstallLinks.tsx';
import { Note } from './Note.tsx';
import { StatusCard } from './StatusCard.tsx';
import { Step } from './Step.tsx';
import { useReturnTo } from './useReturnTo.ts';

/** Install, allow, go on: the page sees by itself how far it is. */
export function ExtensionScreen() {
  const { t } = useTranslation();
  const { to, complete } = useReturnTo();
  const { data: status, refetch } = useQuery(extensionPoll);
  const [kind] = useState(() => browserKind(navigator.userAgent, navigator.maxTouchPoints));
  const isReady = status === 'success';
  const hasExtensions = kind !== 'none' && kind !== 'safari';

  /** It may have been switched off since it was last heard of. */
  async function goOn(): Promise<void> {
    if ((await refetch()).data === 'success') complete();
  }

  return (
    <Step
      at={2}
      title={t(($) => $.onboarding.extension.title)}
      text={t(($) => $.onboarding.extension.browsers[kind])}
    >
      {!isReady && <InstallLinks kind={kind} />}
      {(hasExtensions || (status && status !== 'unknown')) && <StatusCard status={status} />}
      {!isReady && (kind === 'firefox' || kind === 'unknown') && (
        <Note title={t(($) => $.onboarding.extension.help.title)}>
          <p>{t(($) => $.onboarding.extension.help[kind])}</p>
        </Note>
      )}
      <FormActions>
        <ButtonLink kind="quiet" to={to(paths.onboarding)}>
          {t(($) => $.onboarding.back)}
        </ButtonLink>
        {isReady && (
          <Button kind="primary" onClick={() => void goOn()}>
            {t(($) => $.onboarding.extension.submit)}
          </Button>
        )}
      </FormActions>
    </Step>
  );
}
