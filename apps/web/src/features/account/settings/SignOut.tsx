import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '#data/account/session-end.ts';
import { libraryFile } from '#data/library/library-file.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useCancellable } from '../useCancellable.ts';

/** With changes that could not be sent somebody chooses: stay, or leave with a file of them. */
export function SignOut() {
  const { t } = useTranslation();
  const [unsent, setUnsent] = useState(0);
  const { isBusy, run } = useCancellable();
  const stay = () => setUnsent(0);

  async function leave(): Promise<void> {
    const result = await signOut();
    if (result.is === 'unsent') setUnsent(result.count);
  }

  function leaveWithFile(): void {
    const { name, text } = libraryFile(new Date());
    saveFile(name, new Blob([text], { type: 'application/json' }));
    void run(async () => void (await signOut(true)));
  }

  return (
    <>
      <Button disabled={isBusy} onClick={() => void run(leave)}>
        {t(($) => $.accountSettings.signOut.button)}
      </Button>
      {unsent > 0 && (
        <Dialog
          title={t(($) => $.accountSettings.signOut.title)}
          onClose={stay}
          actions={
            <>
              <Button kind="danger" onClick={leaveWithFile}>
                {t(($) => $.accountSettings.signOut.leave)}
              </Button>
              <Button kind="primary" onClick={stay}>
                {t(($) => $.accountSettings.signOut.stay)}
              </Button>
            </>
          }
        >
          <p>{t(($) => $.accountSettings.signOut.text, { count: unsent })}</p>
        </Dialog>
      )}
    </>
  );
}
