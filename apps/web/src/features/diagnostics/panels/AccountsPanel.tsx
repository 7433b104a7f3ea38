import type { ListedAccount } from '@matinee/shared/contract/admin-accounts';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountDocument, accountList } from '#data/admin/admin.ts';
import { dateFormat } from '#i18n/dates.ts';
import { unitText } from '#i18n/units.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { FilterField } from '#ui/FilterField.tsx';
import { LoadedPanel } from '../LoadedPanel.tsx';
import { RemoveAccountDialog } from './RemoveAccountDialog.tsx';
import { useAdminTask } from '../useAdminTask.ts';
import styles from './AdminPanels.module.css';

/** Lists all accounts with their usage. Administrators can export and remove each one. */
export function AccountsPanel() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [search, setSearch] = useState('');
  // Stored outside the list, because a reload may remove the account from the list.
  const [removed, setRemoved] = useState<ListedAccount | undefined>(undefined);
  const query = useInfiniteQuery({
    ...accountList(useDeferredValue(search)),
    // Shows the last list while the next one loads.
    placeholderData: keepPreviousData,
  });
  return (
    <LoadedPanel
      title={t(($) => $.admin.accounts.title)}
      about={t(($) => $.admin.accounts.about)}
      query={query}
      controls={
        <FilterField
          label={t(($) => $.admin.accounts.search)}
          value={search}
          onChange={setSearch}
        />
      }
    >
      {({ pages }) => (
        <>
          <p role="status">{t(($) => $.admin.accounts.total, { count: pages[0]?.total ?? 0 })}</p>
          <ul className={styles.list} aria-label={t(($) => $.admin.accounts.title)}>
            {withSubjects(pages.flatMap(({ accounts }) => accounts)).map(({ account, subject }) => (
              <AccountRow
                key={account.id}
                account={account}
                subject={subject}
                onRemove={() => setRemoved(account)}
              />
            ))}
          </ul>
          {query.hasNextPage && (
            <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t(($) => $.admin.accounts.more)}
            </Button>
          )}
          {removed && (
            <RemoveAccountDialog
              id={removed.id}
              name={nameOf(removed)}
              onClose={() => setRemoved(undefined)}
              onRemoved={() =>
                void queryClient.invalidateQueries({ queryKey: ['admin', 'accounts'] })
              }
            />
          )}
        </>
      )}
    </LoadedPanel>
  );
}

/** Tells accounts with the same nickname apart in the names of their buttons. */
function withSubjects(accounts: readonly ListedAccount[]) {
  const seen = new Map<string, number>();
  for (const { nickname } of accounts) seen.set(nickname, (seen.get(nickname) ?? 0) + 1);
  return accounts.map((account) => {
    const { id, nickname } = account;
    const isUnique = seen.get(nickname) === 1;
    return { account, subject: nickname === '' ? id : isUnique ? nickname : `${nickname} (${id})` };
  });
}

const nameOf = ({ id, nickname }: ListedAccount): string => (nickname === '' ? id : nickname);

const MEGABYTE = 1_000_000;

interface AccountRowProps {
  readonly account: ListedAccount;
  /** Names the account in the labels of its buttons. */
  readonly subject: string;
  readonly onRemove: () => void;
}

function AccountRow({ account, subject, onRemove }: AccountRowProps) {
  const { t, i18n } = useTranslation();
  const { isBusy, error, run } = useAdminTask();
  const { id, createdAt, lastUsedAt, bytes, devices, isAdmin } = account;
  const format = dateFormat(i18n.language, 'medium');
  const date = (text: string): string => format.format(Date.parse(text));
  const named = (action: string): string => t(($) => $.admin.named, { action, subject });
  const download = () =>
    run(async (signal) => {
      const text = await accountDocument(id, signal);
      saveFile('account.json', new Blob([text], { type: 'application/json' }));
    });
  return (
    <li className={styles.account}>
      <div className={styles.accountAbout}>
        <p className={styles.message}>
          <strong>
            <bdi>{nameOf(account)}</bdi>
          </strong>
        </p>
        <p className={styles.facts}>
          {isAdmin && <span>{t(($) => $.admin.accounts.admin)}</span>}
          <span>{t(($) => $.admin.accounts.used, { date: date(lastUsedAt) })}</span>
          <span>{t(($) => $.admin.accounts.created, { date: date(createdAt) })}</span>
          <span>{t(($) => $.admin.accounts.devices, { count: devices })}</span>
          <span>{unitText(bytes / MEGABYTE, 'megabyte', i18n.language, { digits: 2 })}</span>
        </p>
        {error !== undefined && (
          <p className={styles.failed} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        <Button
          disabled={isBusy}
          aria-label={named(t(($) => $.admin.accounts.export))}
          onClick={download}
        >
          {t(($) => $.admin.accounts.export)}
        </Button>
        {!isAdmin && (
          <Button
            kind="danger"
            aria-label={named(t(($) => $.admin.accounts.remove))}
            onClick={onRemove}
          >
            {t(($) => $.admin.accounts.remove)}
          </Button>
        )}
      </div>
    </li>
  );
}
