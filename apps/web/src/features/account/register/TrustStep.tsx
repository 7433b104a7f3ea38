import type { Meta } from '@matinee/shared/contract/meta';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { backendInfo } from '#data/account/backend.ts';
import { backendUrl } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { FormError } from '../FormError.tsx';
import { FormCard } from '../FormCard.tsx';
import { LoginLink } from './LoginLink.tsx';
import styles from './TrustStep.module.css';

interface TrustStepProps {
  /** An invitation is, so that it is not clear yet whether the account can be made. */
  readonly isChecking: boolean;
  readonly onTrust: (server: Meta) => void;
}

/** Who will keep the library, in the words of that server. */
export function TrustStep({ isChecking, onTrust }: TrustStepProps) {
  const { t } = useTranslation();
  const server = backendUrl();
  if (server === undefined) {
    return (
      <FormCard
        title={t(($) => $.auth.trust.none.title)}
        text={<p>{t(($) => $.auth.trust.none.text)}</p>}
      >
        <FormActions>
          <ButtonLink to={paths.home} kind="primary">
            {t(($) => $.auth.trust.none.leave)}
          </ButtonLink>
        </FormActions>
      </FormCard>
    );
  }
  return <Trust address={server} isChecking={isChecking} onTrust={onTrust} />;
}

interface TrustProps extends TrustStepProps {
  readonly address: string;
}

function Trust({ address, isChecking, onTrust }: TrustProps) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery(backendInfo(address));
  const { host } = new URL(address);
  return (
    <FormCard
      title={t(($) => $.auth.trust.title)}
      text={<p>{t(($) => $.auth.trust.text, { host })}</p>}
      step={{ at: 1, of: 4 }}
    >
      <div className={styles.server}>
        <p className={styles.host}>{host}</p>
        {data && <p className={styles.name}>{data.name}</p>}
        {data?.description !== undefined && <p className={styles.text}>{data.description}</p>}
        {isFetching && !data && <Spinner label={t(($) => $.auth.trust.asking)} />}
      </div>
      {isError && !isFetching && (
        <FormError
          text={t(($) => $.auth.trust.failed.text)}
          details={t(($) => $.auth.trust.failed.details)}
        />
      )}
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
    </FormCard>
  );
}
