import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { shareList, type UserList } from '#data/user-data/lists.ts';
import { retryFlush, flushStore } from '#data/user-data/sync/flush.ts';
import { sessionStore } from '#data/session.ts';
import { isUnsupported, unsupportedStore } from '#data/unsupported.ts';
import { copyText } from '#lib/copy-text.ts';
import { paths, withDestination } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { TextField } from '#ui/TextField.tsx';

interface ShareDialogProps {
  readonly list: UserList;
  readonly onClose: () => void;
}

/** A link for anybody; the server that keeps the list answers it. */
export function ShareDialog({ list, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const { account, backendUrl } = useStore(sessionStore);
  // A link leads to this site, which asks its own server.
  const isUnkept = useStore(unsupportedStore, () => isUnsupported('lists'));
  const isPossible = account !== null && backendUrl === null && !isUnkept;
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

function Sharing({ list }: { readonly list: UserList }) {
  const { t } = useTranslation();
  const { id, isPublic, synced } = list;
  const isShared = synced?.isPublic ?? false;

  return (
    <>
      <p>{t(($) => $.lists.shareHint)}</p>
      <SwitchField isOn={isPublic} onChange={(isOn) => shareList(id, isOn)}>
        {t(($) => $.lists.anyone)}
      </SwitchField>
      {isPublic !== isShared && <Unsent isStillShared={isShared} />}
      {isPublic && isShared && synced && (
        <Address link={`${location.origin}${paths.list(synced.id)}`} />
      )}
    </>
  );
}

/** The server has not been told of the switch. */
function Unsent({ isStillShared }: { readonly isStillShared: boolean }) {
  const { t } = useTranslation();
  const hasFailed = useStore(flushStore, ({ failure, retryAt }) => failure && retryAt > 0);
  const until = isStillShared ? t(($) => $.lists.stillShared) : '';
  if (!hasFailed) return <p role="status">{`${t(($) => $.lists.sending)} ${until}`}</p>;
  return (
    <>
      <p role="alert">{`${t(($) => $.lists.notSent)} ${until}`}</p>
      <Button onClick={retryFlush}>{t(($) => $.actions.retry)}</Button>
    </>
  );
}

function Address({ link }: { readonly link: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  return (
    <TextField label={t(($) => $.lists.link)} value={link} readOnly onChange={() => undefined}>
      <Button onClick={() => void copyText(link).then(setCopied)}>
        {isCopied ? t(($) => $.lists.copied) : t(($) => $.lists.copy)}
      </Button>
    </TextField>
  );
}
