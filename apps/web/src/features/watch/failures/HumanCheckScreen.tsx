import { ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { humanCheckStore, type CaptchaRequest } from '#data/streams/proxies/human-check.ts';
import { reportCaptchaSolve } from '#data/streams/report.ts';
import { solveTurnstile } from '#lib/turnstile.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import styles from './StatusScreen.module.css';
import { StatusScreen } from './StatusScreen.tsx';

type Phase = 'checking' | 'interactive' | 'failed';

interface TurnstileAttempt {
  readonly question: CaptchaRequest;
  readonly language: string;
  readonly onPhase: (phase: Phase) => void;
}

function attachTurnstile(
  container: HTMLElement,
  { question, language, onPhase }: TurnstileAttempt,
): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  solveTurnstile(container, {
    siteKey: question.siteKey,
    language,
    onInteraction: () => onPhase('interactive'),
    signal,
  }).then(
    (token) => {
      void reportCaptchaSolve(true);
      question.solved(token);
    },
    () => {
      if (signal.aborted) return;
      void reportCaptchaSolve(false);
      onPhase('failed');
    },
  );
  return () => lifetime.abort();
}

/** A relay or proxy may require a captcha. Visible only if the user must interact. */
export function HumanCheckScreen({ backTo }: { readonly backTo: string }) {
  const question = useStore(humanCheckStore, (state) => state.request);
  return question && <Check question={question} backTo={backTo} />;
}

interface CheckProps {
  readonly question: CaptchaRequest;
  readonly backTo: string;
}

function Check({ question, backTo }: CheckProps) {
  const { t, i18n } = useTranslation();
  const [phase, setPhase] = useState<Phase>('checking');
  const [attempt, setAttempt] = useState<TurnstileAttempt>({
    question,
    language: i18n.language,
    onPhase: setPhase,
  });
  const puzzle = useRefEffect(attachTurnstile, attempt);
  const retry = () => {
    setPhase('checking');
    setAttempt({ ...attempt });
  };
  return (
    <div className={styles.cover} data-phase={phase} inert={phase === 'checking'}>
      <StatusScreen
        icon={phase === 'failed' ? <ShieldX /> : <ShieldCheck />}
        title={t(($) => $.watch.human[phase].title)}
        text={t(($) => $.watch.human[phase].text)}
        actions={
          <>
            {phase === 'failed' && (
              <Button kind="primary" onClick={retry}>
                {t(($) => $.actions.retry)}
              </Button>
            )}
            <ButtonLink to={backTo} kind="quiet">
              {t(($) => $.actions.back)}
            </ButtonLink>
          </>
        }
      >
        {phase !== 'failed' && <div ref={puzzle} className={styles.puzzle} />}
      </StatusScreen>
    </div>
  );
}
