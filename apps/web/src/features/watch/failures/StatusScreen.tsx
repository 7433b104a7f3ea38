import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPermissionPage } from '#data/streams/extension/permission.ts';
import { failedRequestLines } from '#lib/failed-requests.ts';
import { paths } from '#paths.ts';
import { useOverlay } from '#player/ui/menu/panel-context.ts';
import { settingsPath } from '#player/ui/menu/settings-pages.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { SOURCE_PAGE } from '../sources/source-picker-context.ts';
import { useCopied } from '../useCopied.ts';
import styles from './StatusScreen.module.css';

interface StatusScreenProps {
  /** An icon of lucide-react. */
  readonly icon: ReactNode;
  readonly title: string;
  /** 1 if there is no title above it. */
  readonly level?: 1 | 2;
  readonly text: string;
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

/** Layout of every screen without playback: what happened, why, and what to do. */
export function StatusScreen({
  icon,
  title,
  level = 2,
  text,
  actions,
  children,
}: StatusScreenProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section className={styles.screen}>
      <div className={styles.card}>
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
        <div role="alert">
          <Heading className={styles.title}>{title}</Heading>
          <p className={styles.text}>{text}</p>
        </div>
        <div className={styles.actions}>{actions}</div>
        {children}
      </div>
    </section>
  );
}

interface DetailsProps {
  readonly text: string;
  /** Whether the details are open at first. */
  readonly isOpen?: boolean;
}

/** Text to copy into a bug report. */
export function Details({ text, isOpen = false }: DetailsProps) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopied();
  const report = [text, ...failedRequestLines()].join('\n');
  return (
    <details className={styles.details} open={isOpen}>
      <summary className={styles.summary}>{t(($) => $.watch.details.show)}</summary>
      <pre className={styles.report} dir="ltr">
        {report}
      </pre>
      <Button kind="quiet" onClick={() => void copy(report)}>
        <span aria-live="polite">
          {isCopied ? t(($) => $.actions.copied) : t(($) => $.actions.copy)}
        </span>
      </Button>
    </details>
  );
}

/** Links to the source list, if there is one, and home. */
export function ErrorActions({ hasSources = true }: { readonly hasSources?: boolean }) {
  const { t } = useTranslation();
  const overlay = useOverlay();
  return (
    <>
      {overlay && hasSources && (
        <Button kind="quiet" onClick={() => overlay.open(settingsPath(SOURCE_PAGE))}>
          {t(($) => $.watch.sources.toList)}
        </Button>
      )}
      <ButtonLink to={paths.home} kind="quiet">
        {t(($) => $.notFound.goHome)}
      </ButtonLink>
    </>
  );
}

/** Opens the extension's permission page, which links back to this one. */
export function PermissionButton() {
  const { t } = useTranslation();
  const [hasFailed, setFailed] = useState(false);
  const requestPermission = async () => setFailed(!(await openPermissionPage(location.href)));
  return (
    <>
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {t(($) => $.onboarding.extension.allowFailed)}
        </p>
      )}
      <Button kind="primary" onClick={() => void requestPermission()}>
        {t(($) => $.watch.permission.ask)}
      </Button>
    </>
  );
}
