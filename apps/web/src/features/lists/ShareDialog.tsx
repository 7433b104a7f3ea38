import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { shareList, type OwnList } from '#data/library/lists.ts';
import { sessionStore } from '#data/session.ts';
import { isUnsupported } from '#data/unsupported.ts';
import { copyText } from '#lib/copy-text.ts';
import { paths, withDestination } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { TextField } from '#ui/TextField.tsx';

interface ShareDialogProps {
  readonly list: OwnList;
  readonly onClose: () => void;
}

/** A link for anybody; the server that keeps the list answers it. */
export function ShareDialog({ list, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const { account, backendUrl } = useStore(sessionStore);
  // A link leads to this site, which asks its own server.
  const isPossible = account !== null && backendUrl === null && !isUnsupported('lists');
  return (
    <Dialog
      title={t(($) => $.lists.share)}
      onClose={onClose}
      actions={
        <>
          {!account && (
            <ButtonLink to={withDestination(paths.login, paths.list(list.id))}>
              {t(($) => $.lists.logIn)}
            </ButtonLink>
          )}
          <Button kind="primary" onClick={onClose}>
            {t(($) => $.lists.done)}
          </Button>
        </>
      }
    >
      {isPossible ? (
        <Sharing list={list} />
      ) : (
        <p>{account ? t(($) => $.lists.cannotShare) : t(($) => $.lists.shareNeedsAccount)}</p>
      )}
    </Dialog>
  );
}

function Sharing({ list }: { readonly list: OwnList }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const { id, isPublic, synced } = list;
  const link = synced?.isPublic ? `${location.origin}${paths.list(synced.id)}` : undefined;

  async function copy(text: string) {
    setCopied(await copyText(text));
  }

  return (
    <>
      <p>{t(($) => $.lists.shareHint)}</p>
      <SwitchField isOn={isPublic} onChange={(isOn) => shareList(id, isOn)}>
        {t(($) => $.lists.anyone)}
      </SwitchField>
      {isPublic &&
        (link === undefined ? (
          <p role="status">{t(($) => $.lists.sending)}</p>
        ) : (
          <TextField
            label={t(($) => $.lists.link)}
            value={link}
            readOnly
            onChange={() => undefined}
          >
            <Button onClick={() => void copy(link)}>
              {isCopied ? t(($) => $.lists.copied) : t(($) => $.lists.copy)}
            </Button>
          </TextField>
        ))}
    </>
  );
}
