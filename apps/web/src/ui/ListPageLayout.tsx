import { X, type LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { IconButton } from './IconButton.tsx';
import { Poster } from './Poster.tsx';
import styles from './ListPageLayout.module.css';

interface Children {
  readonly children: ReactNode;
}

/** The layout of the history, the lists and a single list. */
export function ListPageLayout({ children }: Children) {
  return <div className={styles.page}>{children}</div>;
}

export function ListHeading({ children }: Children) {
  return <h1 className={styles.heading}>{children}</h1>;
}

/** Its children are `li` with a TitleLink and buttons. */
export function TitleLinks({ columns, children }: Children & { readonly columns?: 2 }) {
  return (
    <ol className={styles.rows} data-columns={columns}>
      {children}
    </ol>
  );
}

interface TitleLinkProps extends Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'> {
  readonly title: string;
  readonly poster: string | undefined;
  readonly details: string;
}

export function TitleLink({ title, poster, details, ...link }: TitleLinkProps) {
  return (
    <Link {...link} className={styles.link}>
      <span className={styles.poster}>
        <Poster title={title} src={poster} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.details}>{details}</span>
      </span>
    </Link>
  );
}

/** The size of a TitleLink: a poster and a line. */
export function TitleLinkSkeleton({ children }: Children) {
  return <div className={styles.link}>{children}</div>;
}

interface RemoveButtonProps {
  readonly label: string;
  readonly onRemove: () => void;
}

/** Removes its row, and moves the focus to the next row's button, so that keyboard users stay in place. */
export function RemoveRowButton({ label, onRemove }: RemoveButtonProps) {
  function onClick({ currentTarget }: MouseEvent<HTMLElement>) {
    const row = currentTarget.closest('li');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    next?.querySelector<HTMLElement>('[data-remove]')?.focus();
    onRemove();
  }
  return (
    <IconButton data-remove label={label} onClick={onClick}>
      <X aria-hidden />
    </IconButton>
  );
}

interface EmptyListProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

export function EmptyList({ icon: Icon, title, hint, children }: EmptyListProps) {
  return (
    <div className={styles.empty}>
      <Icon aria-hidden />
      <h2>{title}</h2>
      <p>{hint}</p>
      {children}
    </div>
  );
}
