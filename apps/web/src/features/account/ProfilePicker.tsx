import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar, type AvatarProfile } from '#ui/Avatar.tsx';
import styles from './ProfilePicker.module.css';

/** The values that movie-web clients store. */
const COLORS = {
  blue: '#0A54FF',
  pink: '#CF2E68',
  yellow: '#F9DD7F',
  violet: '#7652DD',
  green: '#2ECFA8',
} as const;
const COLOR_NAMES = ['blue', 'pink', 'yellow', 'violet', 'green'] as const;

const ICON_NAMES = ['userGroup', 'couch', 'mobile', 'ticket', 'film'] as const;

export const DEFAULT_PROFILE = {
  colorA: COLORS.blue,
  colorB: COLORS.blue,
  icon: 'userGroup',
} as const;

interface ProfilePickerProps {
  readonly profile: AvatarProfile;
  readonly onChange: (profile: AvatarProfile) => void;
}

export function ProfilePicker({ profile, onChange }: ProfilePickerProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.picker}>
      <div className={styles.face}>
        <Avatar profile={profile} size="large" />
      </div>
      <ColorChoice
        label={t(($) => $.auth.profile.colorA)}
        color={profile.colorA}
        onChange={(colorA) => onChange({ ...profile, colorA })}
      />
      <ColorChoice
        label={t(($) => $.auth.profile.colorB)}
        color={profile.colorB}
        onChange={(colorB) => onChange({ ...profile, colorB })}
      />
      <IconChoice profile={profile} onChange={(icon) => onChange({ ...profile, icon })} />
    </div>
  );
}

interface ColorChoiceProps {
  readonly label: string;
  readonly color: string;
  readonly onChange: (color: string) => void;
}

function ColorChoice({ label, color, onChange }: ColorChoiceProps) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{label}</legend>
      {COLOR_NAMES.map((name) => (
        <input
          key={name}
          type="radio"
          name={group}
          className={styles.swatch}
          style={{ backgroundColor: COLORS[name] }}
          aria-label={t(($) => $.auth.profile.colors[name])}
          title={t(($) => $.auth.profile.colors[name])}
          checked={COLORS[name].toLowerCase() === color.toLowerCase()}
          onChange={() => onChange(COLORS[name])}
        />
      ))}
    </fieldset>
  );
}

function IconChoice({
  profile,
  onChange,
}: {
  profile: AvatarProfile;
  onChange: (icon: string) => void;
}) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t(($) => $.auth.profile.icon)}</legend>
      {ICON_NAMES.map((icon) => (
        <label key={icon} className={styles.icon} title={t(($) => $.auth.profile.icons[icon])}>
          <input
            type="radio"
            name={group}
            className={styles.radio}
            aria-label={t(($) => $.auth.profile.icons[icon])}
            checked={icon === profile.icon}
            onChange={() => onChange(icon)}
          />
          <Avatar profile={{ ...profile, icon }} />
        </label>
      ))}
    </fieldset>
  );
}
