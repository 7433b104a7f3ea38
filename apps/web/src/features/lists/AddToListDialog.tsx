import type { SlugRef } from '@matinee/shared/media/slug';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { listedTitle } from '#data/catalog/title.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import {
  addToList,
  createList,
  listsStore,
  removeFromList,
  sortedLists,
  titleKey,
  type ListedTitle,
} from '#data/user-data/lists.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './Lists.module.css';

interface AddToListDialogProps {
  /** The title that the URL names. */
  readonly title: SlugRef;
  readonly onClose: () => void;
}

/** Checkboxes for the user's lists. */
export function AddToListDialog({ title: ref, onClose }: AddToListDialogProps) {
  const { t, i18n } = useTranslation();
  const lists = useStore(listsStore, (state) => state.lists);
  const [name, setName] = useState('');
  const { type, tmdbId } = ref;
  const key = titleKey(ref);
  // Without the catalog, the list stores the id. The list page looks up the name later.
  const { language } = catalogLocale(i18n.language);
  const { data, isFetching } = useQuery({
    ...listedTitle(type, tmdbId, language),
    retry: false,
  });
  const { title, year, poster } = data ?? {};
  const listed: ListedTitle = { tmdbId, type, title, year, poster };

  function create(event: SyntheticEvent) {
    event.preventDefault();
    createList(name.trim(), [listed]);
    setName('');
  }

  return (
    <Dialog
      title={t(($) => $.lists.addTitle)}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t(($) => $.lists.done)}
        </Button>
      }
    >
      {title !== undefined && (
        <p>
          <bdi>{title}</bdi>
        </p>
      )}
      {Object.keys(lists).length > 0 && (
        <ul className={styles.options}>
          {sortedLists(lists).map(({ id, name: list, titles }) => (
            <li key={id}>
              <label className={styles.option}>
                <input
                  type="checkbox"
                  disabled={isFetching && !data}
                  checked={titles.some((other) => titleKey(other) === key)}
                  onChange={({ currentTarget }) => {
                    if (currentTarget.checked) addToList(id, listed);
                    else removeFromList(id, key);
                  }}
                />
                <bdi>{list}</bdi>
              </label>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={create}>
        <TextField label={t(($) => $.lists.new)} value={name} maxLength={255} onChange={setName}>
          <Button type="submit" disabled={(isFetching && !data) || name.trim() === ''}>
            {t(($) => $.lists.create)}
          </Button>
        </TextField>
      </form>
    </Dialog>
  );
}
