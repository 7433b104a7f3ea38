import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface UnsavedChangesPromptProps {
  /** Whether leaving the page would lose something. */
  readonly isGuarding: boolean;
  readonly texts: {
    readonly title: string;
    readonly text: string;
    readonly leave: string;
    readonly stay: string;
  };
  readonly onLeave?: () => void;
}

/** Asks before another page is opened, and lets the browser ask before the tab is closed. */
export function UnsavedChangesPrompt({ isGuarding, texts, onLeave }: UnsavedChangesPromptProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isGuarding && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isGuarding) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isGuarding]);
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
