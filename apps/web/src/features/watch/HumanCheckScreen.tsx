import { ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { humanCheckStore, type CaptchaRequest } from '#data/streams/proxies/human-check.ts';
import { reportCaptchaSolve } from '#data/streams/report.ts';
import { solveTurnstile } from '#lib/turnstile.ts';
import { useAttached } from '#lib/use-ref-effect.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import styles from './HumanCheckScreen.module.css';
import { StatusScreen } from './StatusScreen.tsx';

type Phase = 'checking' | 'interactive' | 'failed';

interface Try {
  readonly question: CaptchaRequest;
  readonly language: string;
  readonly tell: (phase: Phase) => void;
}

function attachPuzzle(container: HTMLElement, { question, language, tell }: Try): () => void {
  const life = new AbortController();
  const { signal } = life;
  solveTurnstile(container, {
    siteKey: question.siteKey,
    language,
    onInteraction: () => tell('interactive'),
    signal,
  }).then(
    (token) => {
      void reportCaptchaSolve(true);
      question.solved(token);
    },
    () => {
      if (signal.aborted) return;
      void reportCaptchaSolve(false);
      tell('failed');
    },
  );
  return () => life.abort();
}

/** For a relay or a proxy that wants to know whether a person is asking; seen only when somebody has to do something. */
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
  const [attempt, setAttempt] = useState<Try>({
    question,
    language: i18n.language,
    tell: setPhase,
  });
  const puzzle = useAttached(attachPuzzle, attempt);
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
                {t(($) => $.watch.retry)}
              </Button>
            )}
            <ButtonLink to={backTo} kind="quiet">
              {t(($) => $.watch.back)}
            </ButtonLink>
          </>
        }
      >
        {phase !== 'failed' && <div ref={puzzle} className={styles.puzzle} />}
      </StatusScreen>
    </div>
  );
}
