import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface UnsavedChangesPromptProps {
  readonly isDirty: boolean;
  readonly texts: {
    readonly title: string;
    readonly text: string;
    readonly leave: string;
    readonly stay: string;
  };
  readonly onLeave?: () => void;
}

/** Confirms navigation. When a tab closes, the browser shows its own prompt. */
export function UnsavedChangesPrompt({ isDirty, texts, onLeave }: UnsavedChangesPromptProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const prevent = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', prevent);
    return () => removeEventListener('beforeunload', prevent);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  const leave = (): void => {
    onLeave?.();
    blocker.proceed();
  };
  return (
    <Dialog
      title={texts.title}
      onClose={blocker.reset}
      actions={
        <>
          <Button kind="danger" onClick={leave}>
            {texts.leave}
          </Button>
          <Button kind="primary" onClick={blocker.reset}>
            {texts.stay}
          </Button>
        </>
      }
    >
      <p>{texts.text}</p>
    </Dialog>
  );
}
