import type { Meta } from '@matinee/shared/contract/meta';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { siteOrigin } from '#config.ts';
import { backendInfo } from '#data/account/backend.ts';
import { ApiRequestError } from '#data/api.ts';
import { setupState } from '#data/diagnostics/restore.ts';
import { backendUrl } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormActions, FormCard, FormFooter, type FormStep } from '#ui/FormCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormError, ServerError } from '../FormError.tsx';
import { LoginLink } from './InvitationGate.tsx';
import styles from './Register.module.css';

interface TrustStepProps {
  readonly step: FormStep;
  /** The invitation is being checked. */
  readonly isChecking: boolean;
  readonly onTrust: (server: Meta) => void;
}

/** Name and description of the account server that will store the user's data. */
export function TrustStep(props: TrustStepProps) {
  const { t } = useTranslation();
  const server = backendUrl();
  if (server === undefined) {
    return (
      <FormCard
        title={t(($) => $.auth.errors.noServer.text)}
        text={<p>{t(($) => $.auth.trust.none.text)}</p>}
      >
        <FormActions>
          <ButtonLink to={paths.home} kind="primary">
            {t(($) => $.notFound.goHome)}
          </ButtonLink>
        </FormActions>
      </FormCard>
    );
  }
  return <ServerInfo {...props} address={server} />;
}

interface ServerInfoProps extends TrustStepProps {
  readonly address: string;
}

function ServerInfo({ step, address, isChecking, onTrust }: ServerInfoProps) {
  const { t } = useTranslation();
  const { data, error, isError, isFetching, refetch } = useQuery(backendInfo(address));
  const { host } = new URL(address);
  return (
    <FormCard
      title={t(($) => $.auth.trust.title)}
      text={
        <p>
          {t(($) => $.auth.trust.text, { host })} {!isError && t(($) => $.auth.trust.says)}
        </p>
      }
      step={step}
    >
      <div className={styles.server}>
        <p className={styles.host}>{host}</p>
        {data && <p className={styles.serverName}>{data.name}</p>}
        {data?.description !== undefined && (
          <p className={styles.description}>{data.description}</p>
        )}
        {isFetching && !data && <Spinner label={t(($) => $.auth.trust.contacting)} />}
      </div>
      {isError && !isFetching && <TrustError error={error} />}
      <FormActions>
        <ButtonLink to={paths.home} kind="quiet">
          {t(($) => $.auth.trust.no)}
        </ButtonLink>
        {isError ? (
          <Button kind="primary" disabled={isFetching} onClick={() => void refetch()}>
            {t(($) => $.actions.retry)}
          </Button>
        ) : (
          <Button
            kind="primary"
            disabled={!data || isChecking}
            onClick={() => data && onTrust(data)}
          >
            {t(($) => $.auth.trust.yes)}
          </Button>
        )}
      </FormActions>
      <LoginLink />
      {address === siteOrigin && <RestoreLink />}
    </FormCard>
  );
}

function TrustError({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  if (error instanceof ApiRequestError && error.failure.is !== 'unreachable')
    return <ServerError failure={error.failure} />;
  return (
    <FormError
      text={t(($) => $.auth.errors.unreachable.text)}
      details={t(($) => $.auth.trust.failed.details)}
    />
  );
}

/** A new server can take over the data of another one. */
function RestoreLink() {
  const { t } = useTranslation();
  const { data } = useQuery(setupState());
  const [search] = useSearchParams();
  if (data?.isNew !== true) return null;
  return (
    <FormFooter>
      <Link to={{ pathname: paths.restore, search: search.toString() }}>
        {t(($) => $.admin.backups.setup.link)}
      </Link>
    </FormFooter>
  );
}
