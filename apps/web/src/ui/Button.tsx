import type { ComponentPropsWithRef } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './Button.module.css';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

type ButtonProps = ComponentPropsWithRef<'button'> & { readonly kind?: ButtonKind };

export function Button({ kind = 'secondary', className, ...props }: ButtonProps) {
  return (
    <button type="button" {...props} className={join(styles.button, className)} data-kind={kind} />
  );
}

type ButtonLinkProps = LinkProps & { readonly kind?: Exclude<ButtonKind, 'danger'> };

/** A link that looks like a Button. */
export function ButtonLink({ kind = 'secondary', className, ...props }: ButtonLinkProps) {
  return <Link {...props} className={join(styles.button, className)} data-kind={kind} />;
}

function join(...names: readonly (string | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
