import { useQuery } from '@tanstack/react-query';
import { Pencil, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useStore } from 'zustand';
import {
  removeList,
  findList,
  isNotShared,
  listsStore,
  publicList,
  type UserList,
} from '#data/user-data/lists.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ListHeading, ListPageLayout, TitleLinks } from '#ui/ListPageLayout.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { offerUndo } from '#ui/undo-store.ts';
import { RenameDialog, ShareDialog } from './ListDialogs.tsx';
import { ListedTitleLink, ListTitles } from './ListTitles.tsx';
import styles from './Lists.module.css';

export function ListPage() {
  const { id = '' } = useParams();
  return <ListView key={id} id={id} />;
}

/** The user's list, or a shared list of another user. */
function ListView({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const list = useStore(listsStore, ({ lists }) => findList(lists, id));
  const [wasUsersList] = useState(list !== undefined);
  return (
    <ListPageLayout>
      {list && <EditableList list={list} />}
      {!list && !wasUsersList && <SharedList id={id} />}
      {/* Deleted here or on another device, so it cannot be a shared list. */}
      {!list && wasUsersList && (
        <Link className={styles.back} to={paths.lists}>
          {t(($) => $.lists.all)}
        </Link>
      )}
    </ListPageLayout>
  );
}

function EditableList({ list }: { readonly list: UserList }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'rename' | 'share' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const { id, name } = list;

  function remove() {
    close();
    const text = t(($) => $.lists.deleted, { name });
    offerUndo({ text, undo: removeList(id) });
    void navigate(paths.lists);
  }

  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: name })}</title>
      <Link className={styles.back} to={paths.lists}>
        {t(($) => $.lists.all)}
      </Link>
      <ListHeading>
        <bdi>{name}</bdi>
      </ListHeading>
      <div className={styles.actions}>
        <Button onClick={() => setOpen('share')}>
          <Share2 aria-hidden />
          {t(($) => $.lists.share)}
        </Button>
        <Button onClick={() => setOpen('rename')}>
          <Pencil aria-hidden />
          {t(($) => $.lists.rename)}
        </Button>
        <Button onClick={() => setOpen('delete')}>
          <Trash2 aria-hidden />
          {t(($) => $.lists.delete)}
        </Button>
      </div>
      {list.titles.length === 0 ? (
        <p className={styles.message}>{t(($) => $.lists.emptyList)}</p>
      ) : (
        <ListTitles list={list} />
      )}
      {open === 'rename' && <RenameDialog list={list} onClose={close} />}
      {open === 'share' && <ShareDialog list={list} onClose={close} />}
      {open === 'delete' && (
        <Dialog
          title={t(($) => $.lists.deleteTitle, { name })}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{t(($) => $.actions.cancel)}</Button>
              <Button kind="danger" onClick={remove}>
                {t(($) => $.lists.delete)}
              </Button>
            </>
          }
        >
          <p>{t(($) => $.lists.deleteHint)}</p>
        </Dialog>
      )}
    </>
  );
}

function SharedList({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(publicList(id));
  if (!data && isFetching) return <Spinner label={t(($) => $.global.loading)} />;
  if (!data) {
    const isPrivate = isNotShared(error);
    return (
      <div className={styles.message} role="alert">
        <ListHeading>
          {isPrivate ? t(($) => $.lists.notShared) : t(($) => $.lists.failed)}
        </ListHeading>
        <p>{isPrivate ? t(($) => $.lists.notSharedHint) : t(($) => $.lists.failedHint)}</p>
        {isPrivate ? (
          <ButtonLink to={paths.lists}>{t(($) => $.lists.all)}</ButtonLink>
        ) : (
          <Button onClick={() => void refetch()}>{t(($) => $.actions.retry)}</Button>
        )}
      </div>
    );
  }
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: data.name })}</title>
      <ListHeading>
        <bdi>{data.name}</bdi>
      </ListHeading>
      <p className={styles.lead}>{t(($) => $.media.titles, { count: data.list_items.length })}</p>
      <TitleLinks>
        {data.list_items.map((title) => (
          <li key={`${title.type}/${title.tmdbId}`}>
            <ListedTitleLink listed={title} />
          </li>
        ))}
      </TitleLinks>
    </>
  );
}
