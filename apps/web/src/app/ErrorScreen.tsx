import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from '#ui/Button.tsx';
import { copyText } from '#lib/copy-text.ts';
import { failedRequestLines } from '#lib/failed-requests.ts';
import { ChunkLoadError } from '#lib/chunk-load-error.ts';
import { version } from '#config.ts';
import styles from './ErrorScreen.module.css';

interface RenderError {
  readonly error: unknown;
  readonly components: readonly string[];
}

const DEEPEST = 5;

const renderErrors = createStore<RenderError>(() => ({ error: undefined, components: [] }));

/** Handles React's `onCaughtError`. Only this callback names the components that were rendering. */
export function rememberRenderError(
  error: unknown,
  { componentStack }: { readonly componentStack?: string | null | undefined },
): void {
  const lines = (componentStack ?? '').split('\n').map((line) => line.trim());
  renderErrors.setState({ error, components: lines.filter(Boolean).slice(0, DEEPEST) });
}

/** Replaces a page that failed to render, with the details for a report. */
export function ErrorScreen() {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const error = useRouteError();
  const drawn = useStore(renderErrors);
  const details = describe(error, drawn.error === error ? drawn.components : []);
  const isMissing = error instanceof ChunkLoadError;
  const title = isMissing ? t(($) => $.errors.notLoaded.title) : t(($) => $.errors.title);
  return (
    <section className={styles.screen} role="alert">
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.message}>
        {isMissing ? t(($) => $.errors.notLoaded.message) : t(($) => $.errors.message)}
      </p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => location.reload()}>
          {t(($) => $.actions.reload)}
        </Button>
        <Button onClick={() => void copyText(details).then(setIsCopied)}>
          {isCopied ? t(($) => $.actions.copied) : t(($) => $.actions.copy)}
        </Button>
      </div>
      <details className={styles.details}>
        <summary className={styles.summary}>{t(($) => $.errors.details)}</summary>
        <pre className={styles.text} dir="ltr">
          {details}
        </pre>
      </details>
    </section>
  );
}

const STACK_LINES = 6;

function describe(error: unknown, components: readonly string[]): string {
  const stack = error instanceof Error ? error.stack?.split('\n').slice(0, STACK_LINES) : undefined;
  const what = stack ?? [String(error)];
  const where = components.length > 0 ? ['', ...components] : [];
  return [`Matinee ${version}`, location.pathname, ...what, ...failedRequestLines(), ...where].join(
    '\n',
  );
}
