import { ListVideo } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { normalizePosterUrl } from '#data/catalog/tmdb.ts';
import { createList, listsStore, sortedLists, type UserList } from '#data/user-data/lists.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyList, ListHeading, ListPageLayout } from '#ui/ListPageLayout.tsx';
import { Poster } from '#ui/Poster.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './Lists.module.css';

export function ListsPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.lists.title) })}</title>
      <ListsOverview />
    </>
  );
}

function ListsOverview() {
  const { t } = useTranslation();
  const lists = useStore(listsStore, (state) => state.lists);
  const [name, setName] = useState('');
  const all = sortedLists(lists);

  function create(event: SyntheticEvent) {
    event.preventDefault();
    createList(name.trim());
    setName('');
  }

  return (
    <ListPageLayout>
      <ListHeading>{t(($) => $.lists.title)}</ListHeading>
      <form className={styles.form} onSubmit={create}>
        <TextField label={t(($) => $.lists.new)} value={name} maxLength={255} onChange={setName}>
          <Button kind="primary" type="submit" disabled={name.trim() === ''}>
            {t(($) => $.lists.create)}
          </Button>
        </TextField>
      </form>
      {all.length === 0 ? (
        <EmptyList
          icon={ListVideo}
          title={t(($) => $.lists.none)}
          hint={t(($) => $.lists.noneHint)}
        />
      ) : (
        <ul className={styles.cards}>
          {all.map((list) => (
            <li key={list.id}>
              <Entry list={list} />
            </li>
          ))}
        </ul>
      )}
    </ListPageLayout>
  );
}

const POSTERS = 4;

function Entry({ list: { id, name, titles, synced } }: { readonly list: UserList }) {
  const { t } = useTranslation();
  const count = t(($) => $.media.titles, { count: titles.length });
  return (
    <Link className={styles.card} to={paths.list(id)}>
      <span className={styles.posters} aria-hidden>
        {titles.slice(0, POSTERS).map(({ tmdbId, type, title = '', poster }) => (
          <Poster key={`${type}/${tmdbId}`} title={title} src={normalizePosterUrl(poster)} />
        ))}
      </span>
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      <span className={styles.details}>
        {synced?.isPublic ? `${count} · ${t(($) => $.lists.shared)}` : count}
      </span>
    </Link>
  );
}
