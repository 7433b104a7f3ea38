import { Puzzle, Server } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { proxyUrls, relayUrls } from '#data/session.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { MethodCard } from './MethodCard.tsx';
import { SkipDialog } from './SkipDialog.tsx';
import { Step } from './Step.tsx';
import { useReturnTo } from './useReturnTo.ts';
import styles from './ChoiceScreen.module.css';

/** How films shall come here: by an extension, by a proxy of one's own, or by what the site has. */
export function ChoiceScreen() {
  const { t } = useTranslation();
  const { to, complete } = useReturnTo();
  const skip = useSkip();
  const hasDefault = proxyUrls().length > 0 || relayUrls().length > 0;
  return (
    <Step
      at={1}
      title={t(($) => $.onboarding.choice.title)}
      text={t(($) => $.onboarding.choice.text)}
    >
      <div className={styles.methods}>
        <MethodCard method="extension" icon={<Puzzle />} to={to(paths.onboardingExtension)} />
        <p className={styles.divider}>{t(($) => $.onboarding.choice.or)}</p>
        <MethodCard method="proxy" icon={<Server />} to={to(paths.onboardingProxy)} />
      </div>
      {hasDefault && (
        <ButtonLink kind="quiet" to={skip.open} state={{ isOver: true }} className={styles.skip}>
          {t(($) => $.onboarding.choice.skip)}
        </ButtonLink>
      )}
      {hasDefault && skip.isOpen && <SkipDialog onCancel={skip.close} onConfirm={complete} />}
    </Step>
  );
}

/** The question has an address of its own: `?m=skip`. */
function useSkip() {
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
