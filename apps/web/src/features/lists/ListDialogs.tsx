import { useId, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { sessionStore } from '#data/session.ts';
import { isUnsupported, unsupportedStore } from '#data/unsupported.ts';
import { renameList, shareList, type UserList } from '#data/user-data/lists.ts';
import { flushStore, retryFlush } from '#data/user-data/sync/flush.ts';
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

/** Sharing needs an account on the site's own server, which serves the link. */
export function ShareDialog({ list, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const { account, backendUrl } = useStore(sessionStore);
  const isListsUnsupported = useStore(unsupportedStore, () => isUnsupported('lists'));
  const canShare = account !== null && backendUrl === null && !isListsUnsupported;
  return (
    <Dialog
      title={t(($) => $.lists.share)}
      onClose={onClose}
      actions={
        <>
          {!account && (
            <ButtonLink to={withDestination(paths.login, paths.list(list.id))}>
              {t(($) => $.auth.login.submit)}
            </ButtonLink>
          )}
          <Button kind="primary" onClick={onClose}>
            {t(($) => $.lists.done)}
          </Button>
        </>
      }
    >
      {canShare ? (
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
      {isPublic !== isShared && <PendingChange isStillShared={isShared} />}
      {isPublic && isShared && synced && (
        <LinkField link={`${location.origin}${paths.list(synced.id)}`} />
      )}
    </>
  );
}

/** Shown until the server has the change. */
function PendingChange({ isStillShared }: { readonly isStillShared: boolean }) {
  const { t } = useTranslation();
  const hasFailed = useStore(flushStore, ({ failure, retryAt }) => failure && retryAt > 0);
  const note = isStillShared && <p>{t(($) => $.lists.stillShared)}</p>;
  if (!hasFailed)
    return (
      <div role="status">
        <p>{t(($) => $.lists.sending)}</p>
        {note}
      </div>
    );
  return (
    <>
      <div role="alert">
        <p>{t(($) => $.lists.notSent)}</p>
        {note}
      </div>
      <Button onClick={retryFlush}>{t(($) => $.actions.retry)}</Button>
    </>
  );
}

function LinkField({ link }: { readonly link: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  return (
    <TextField label={t(($) => $.lists.link)} value={link} readOnly onChange={() => undefined}>
      <Button onClick={() => void copyText(link).then(setCopied)}>
        {isCopied ? t(($) => $.actions.copied) : t(($) => $.actions.copyText)}
      </Button>
    </TextField>
  );
}

interface RenameDialogProps {
  readonly list: UserList;
  readonly onClose: () => void;
}

export function RenameDialog({ list, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const form = useId();
  const [name, setName] = useState(list.name);

  function save(event: SyntheticEvent) {
    event.preventDefault();
    renameList(list.id, name.trim());
    onClose();
  }

  return (
    <Dialog
      title={t(($) => $.lists.renameTitle)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(($) => $.actions.cancel)}</Button>
          <Button kind="primary" type="submit" form={form} disabled={name.trim() === ''}>
            {t(($) => $.lists.rename)}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save}>
        <TextField label={t(($) => $.lists.name)} value={name} maxLength={255} onChange={setName} />
      </form>
    </Dialog>
  );
}
