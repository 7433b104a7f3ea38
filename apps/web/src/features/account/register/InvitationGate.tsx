import type { InvitationState } from '@matinee/shared/contract/invitations';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { invitationState } from '#data/account/invitations.ts';
import { ApiError } from '#data/api.ts';
import { backendUrl } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormError, ServerFault } from '../FormError.tsx';
import { FormCard } from '../FormCard.tsx';
import { useRegistrationMode } from '../use-registration-mode.ts';
import { LoginLink } from './LoginLink.tsx';
import styles from './InvitationGate.module.css';

interface InvitationGateProps {
  readonly invite: string;
  readonly onInvite: (invite: string) => void;
  /** While the code of a link is checked, nobody goes on yet. */
  readonly children: (isChecking: boolean) => ReactNode;
}

/** Shows what is behind it to people who may make an account here: everybody, or those with a valid invitation. */
export function InvitationGate({ invite, onInvite, children }: InvitationGateProps) {
  const mode = useRegistrationMode();
  const isGuarded = mode !== 'open';
  const [isTyped, setIsTyped] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...invitationState(invite),
    enabled: isGuarded && invite !== '',
  });
  if (!isGuarded || data === 'valid') return children(false);
  if (isFetching && !isTyped) return children(true);
  if (mode === 'closed') return <Closed />;

  const check = (typed: string): void => {
    setIsTyped(true);
    if (typed === invite) void refetch();
    else onInvite(typed);
  };
  const state = isFetching ? undefined : data;
  const failure = !isFetching && error instanceof ApiError ? error.failure : undefined;
  return (
    <InvitationForm given={invite} isChecking={isFetching} state={state} onSubmit={check}>
      {failure && <ServerFault failure={failure} />}
    </InvitationForm>
  );
}

interface InvitationFormProps {
  readonly given: string;
  readonly isChecking: boolean;
  /** Undefined while there is none. */
  readonly state: InvitationState | undefined;
  readonly onSubmit: (invite: string) => void;
  readonly children: ReactNode;
}

/** How to get in, and where to type the code of an invitation. */
function InvitationForm(props: InvitationFormProps) {
  const { given, isChecking, state, onSubmit, children } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState(given);
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setIsMissing(typed.trim() === '');
    if (typed.trim() !== '') onSubmit(typed.trim());
  }

  return (
    <FormCard
      title={t(($) => $.auth.invitation.title)}
      text={<p>{t(($) => $.auth.invitation.text, { host: hostOfAccounts() })}</p>}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t(($) => $.auth.invitation.label)}
          placeholder="XXXX-XXXX-XXXX-XXXX"
          value={typed}
          onChange={setTyped}
          maxLength={100}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={isMissing ? t(($) => $.auth.invitation.missing) : undefined}
        />
        {state && state !== 'valid' && (
          <FormError text={t(($) => $.auth.invitation.faults[state])} />
        )}
        {children}
        <FormActions>
          {isChecking && <Spinner label={t(($) => $.auth.invitation.checking)} />}
          <ButtonLink to={paths.home} kind="quiet">
            {t(($) => $.auth.trust.no)}
          </ButtonLink>
          <Button kind="primary" type="submit" disabled={isChecking}>
            {t(($) => $.auth.next)}
          </Button>
        </FormActions>
      </form>
      <LoginLink />
    </FormCard>
  );
}

function Closed() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  return (
    <FormCard
      title={t(($) => $.auth.closed.title)}
      text={<p>{t(($) => $.auth.closed.text, { host: hostOfAccounts() })}</p>}
    >
      <FormActions>
        <ButtonLink to={paths.home} kind="quiet">
          {t(($) => $.auth.trust.no)}
        </ButtonLink>
        <ButtonLink to={{ pathname: paths.login, search: search.toString() }} kind="primary">
          {t(($) => $.auth.login.title)}
        </ButtonLink>
      </FormActions>
    </FormCard>
  );
}

const hostOfAccounts = (): string => URL.parse(backendUrl() ?? '')?.host ?? '';
