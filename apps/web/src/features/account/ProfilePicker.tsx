import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar, type Look } from '#ui/Avatar.tsx';
import { COLOR_NAMES, COLORS, ICON_NAMES } from './profile.ts';
import styles from './ProfilePicker.module.css';

interface ProfilePickerProps {
  readonly look: Look;
  readonly onChange: (look: Look) => void;
}

/** Two colours and a picture, seen at once as they will look together. */
export function ProfilePicker({ look, onChange }: ProfilePickerProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.picker}>
      <div className={styles.face}>
        <Avatar look={look} size="large" />
      </div>
      <ColorChoice
        label={t(($) => $.auth.profile.colorA)}
        color={look.colorA}
        onChange={(colorA) => onChange({ ...look, colorA })}
      />
      <ColorChoice
        label={t(($) => $.auth.profile.colorB)}
        color={look.colorB}
        onChange={(colorB) => onChange({ ...look, colorB })}
      />
      <IconChoice look={look} onChange={(icon) => onChange({ ...look, icon })} />
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

function IconChoice({ look, onChange }: { look: Look; onChange: (icon: string) => void }) {
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
            checked={icon === look.icon}
            onChange={() => onChange(icon)}
          />
          <Avatar look={{ ...look, icon }} />
        </label>
      ))}
    </fieldset>
  );
}
