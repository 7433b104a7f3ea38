import type { InvitationState } from '@matinee/shared/contract/invitations';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { invitationState } from '#data/account/invitations.ts';
import { ApiRequestError } from '#data/api.ts';
import { accountHost } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Form, FormActions, FormCard, FormFooter } from '#ui/FormCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormError, ServerError } from '../FormError.tsx';
import { useRegistrationMode } from '../useApiRequest.ts';

interface InvitationGateProps {
  readonly invite: string;
  readonly onInvite: (invite: string) => void;
  /** `isChecking` while the code of an invitation link is checked. */
  readonly children: (isChecking: boolean) => ReactNode;
}

/** Renders its children for users who may register: all of them, or only with a valid invitation. */
export function InvitationGate({ invite, onInvite, children }: InvitationGateProps) {
  const mode = useRegistrationMode();
  const isRestricted = mode !== 'open';
  const [isTyped, setIsTyped] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...invitationState(invite),
    enabled: isRestricted && invite !== '',
  });
  if (!isRestricted || data === 'valid') return children(false);
  if (isFetching && !isTyped) return children(true);
  if (mode === 'closed') return <Closed />;

  const check = (typed: string): void => {
    setIsTyped(true);
    if (typed === invite) void refetch();
    else onInvite(typed);
  };
  const state = isFetching ? undefined : data;
  const failure = !isFetching && error instanceof ApiRequestError ? error.failure : undefined;
  return (
    <InvitationForm initialCode={invite} isChecking={isFetching} state={state} onSubmit={check}>
      {failure && <ServerError failure={failure} />}
    </InvitationForm>
  );
}

interface InvitationFormProps {
  readonly initialCode: string;
  readonly isChecking: boolean;
  /** Undefined before the first check. */
  readonly state: InvitationState | undefined;
  readonly onSubmit: (invite: string) => void;
  readonly children: ReactNode;
}

function InvitationForm(props: InvitationFormProps) {
  const { initialCode, isChecking, state, onSubmit, children } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState(initialCode);
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setIsMissing(typed.trim() === '');
    if (typed.trim() !== '') onSubmit(typed.trim());
  }

  return (
    <FormCard
      title={t(($) => $.auth.invitation.title)}
      text={<p>{t(($) => $.auth.invitation.text, { host: accountHost() })}</p>}
    >
      <Form onSubmit={submit}>
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
          <FormError text={t(($) => $.auth.invitation.errors[state])} />
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
      </Form>
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
      text={<p>{t(($) => $.auth.closed.text, { host: accountHost() })}</p>}
    >
      <FormActions>
        <ButtonLink to={paths.home} kind="quiet">
          {t(($) => $.auth.trust.no)}
        </ButtonLink>
        <ButtonLink to={{ pathname: paths.login, search: search.toString() }} kind="primary">
          {t(($) => $.auth.login.link)}
        </ButtonLink>
      </FormActions>
    </FormCard>
  );
}

/** Keeps the page to return to after login. */
export function LoginLink() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  return (
    <FormFooter>
      {t(($) => $.auth.trust.hasAccount)}{' '}
      <Link to={{ pathname: paths.login, search: search.toString() }}>
        {t(($) => $.auth.login.submit)}
      </Link>
    </FormFooter>
  );
}
