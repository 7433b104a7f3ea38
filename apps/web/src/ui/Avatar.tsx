import { Cat, CircleUser, Film, Leaf, Smartphone, Sofa, Ticket, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Avatar.module.css';

const ICONS: ReadonlyMap<string, ReactNode> = new Map([
  ['userGroup', <Users key="userGroup" />],
  ['couch', <Sofa key="couch" />],
  ['mobile', <Smartphone key="mobile" />],
  ['ticket', <Ticket key="ticket" />],
  ['film', <Film key="film" />],
  // Only some movie-web clients offer these two.
  ['cat', <Cat key="cat" />],
  ['weed', <Leaf key="weed" />],
]);

export interface AvatarProfile {
  readonly colorA: string;
  readonly colorB: string;
  readonly icon: string;
}

/** An unknown icon of another client becomes a person. */
export function Avatar({
  profile,
  size = 'small',
}: {
  profile: AvatarProfile;
  size?: 'small' | 'large';
}) {
  const colors = profile.colorA && {
    backgroundImage: `linear-gradient(to bottom right, ${profile.colorA}, ${profile.colorB || profile.colorA})`,
  };
  return (
    <span className={styles.avatar} data-size={size} style={colors || undefined} aria-hidden>
      {ICONS.get(profile.icon) ?? <CircleUser />}
    </span>
  );
}
