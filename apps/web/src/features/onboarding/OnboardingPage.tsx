import { ChevronRight, Puzzle, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams, type To } from 'react-router-dom';
import { proxyServers, relayServers } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { OnboardingStep, useReturnTo } from './OnboardingStep.tsx';
import styles from './Onboarding.module.css';

export function OnboardingPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.onboarding.choice.title) })}</title>
      <MethodChoice />
    </>
  );
}

/** Streams come through the extension, the user's proxy, or the site's servers. */
function MethodChoice() {
  const { t } = useTranslation();
  const { to, complete } = useReturnTo();
  const skip = useSkipDialog();
  const servers = [proxyServers(), relayServers()];
  // The user's own servers come first. Users who no longer want them remove them in Settings.
  const canSkip =
    servers.some(({ site }) => site.length > 0) && servers.every(({ user }) => user.length === 0);
  return (
    <OnboardingStep
      at={1}
      title={t(($) => $.onboarding.choice.title)}
      text={t(($) => $.onboarding.choice.text)}
    >
      <div className={styles.methods}>
        <MethodCard method="extension" icon={<Puzzle />} to={to(paths.onboardingExtension)} />
        <p className={styles.divider}>{t(($) => $.onboarding.choice.or)}</p>
        <MethodCard method="proxy" icon={<Server />} to={to(paths.onboardingProxy)} />
      </div>
      {canSkip && (
        <ButtonLink kind="quiet" to={skip.open} state={{ isOver: true }} className={styles.skip}>
          {t(($) => $.onboarding.choice.skip)}
        </ButtonLink>
      )}
      {canSkip && skip.isOpen && <SkipDialog onCancel={skip.close} onConfirm={complete} />}
    </OnboardingStep>
  );
}

/** The dialog has a URL, `?m=skip`, so that Back closes it. */
function useSkipDialog() {
  const [search] = useSearchParams();
  const { to } = useReturnTo();
  const navigate = useNavigate();
  const { state } = useLocation();
  const open = new URLSearchParams(search);
  open.set('m', 'skip');
  return {
    isOpen: search.get('m') === 'skip',
    open: { search: open.toString() },
    close: () => {
      const wasOpenedHere = typeof state === 'object' && state !== null && 'isOver' in state;
      if (wasOpenedHere) void navigate(-1);
      else void navigate(to(paths.onboarding), { replace: true });
    },
  };
}

interface MethodCardProps {
  readonly method: 'extension' | 'proxy';
  readonly icon: ReactNode;
  readonly to: To;
}

function MethodCard({ method, icon, to }: MethodCardProps) {
  const { t } = useTranslation();
  return (
    <Link to={to} className={styles.card}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span className={styles.words}>
        <span className={styles.head}>
          <span className={styles.name}>{t(($) => $.onboarding.methods[method].name)}</span>
          <span className={styles.mark} data-method={method}>
            {t(($) => $.onboarding.methods[method].mark)}
          </span>
        </span>
        <span className={styles.text}>{t(($) => $.onboarding.methods[method].text)}</span>
      </span>
      <ChevronRight className={styles.arrow} aria-hidden />
    </Link>
  );
}

interface SkipDialogProps {
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

function SkipDialog({ onCancel, onConfirm }: SkipDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t(($) => $.onboarding.skip.title)}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t(($) => $.onboarding.skip.cancel)}</Button>
          <Button kind="primary" onClick={onConfirm}>
            {t(($) => $.onboarding.skip.confirm)}
          </Button>
        </>
      }
    >
      <p>{t(($) => $.onboarding.skip.text)}</p>
    </Dialog>
  );
}
