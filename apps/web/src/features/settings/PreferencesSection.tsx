import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { config } from '#config.ts';
import { isAccountServer, sessionStore } from '#data/session.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { LanguageCard } from './LanguageCard.tsx';
import { useSettingsForm } from './settings-form.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { SourceOrderCard } from './SourceOrderCard.tsx';

const SKIPPED = ['intro', 'recap', 'credits', 'preview'] as const;
const THUMBNAIL_PREFERENCES = ['auto', 'on', 'off'] as const;

export function PreferencesSection() {
  return (
    <SettingsSection name="preferences">
      <LanguageCard />
      <ThumbnailsCard />
      <AutoSkipCard />
      {config.ALLOW_AUTOPLAY && <AutoplayCard />}
      <SourceOrderCard />
      {config.REPORT_SOURCES && <ReportingCard />}
    </SettingsSection>
  );
}

function ThumbnailsCard() {
  const { t } = useTranslation();
  const { values, change } = useSettingsForm();
  return (
    <SettingsCard
      title={t(($) => $.player.settings.thumbnails)}
      text={t(($) => $.settings.thumbnails.text)}
    >
      <SelectField
        label={t(($) => $.settings.thumbnails.label)}
        value={values.thumbnails}
        options={THUMBNAIL_PREFERENCES.map((value) => ({
          value,
          label: t(($) => $.settings.thumbnails.choices[value]),
        }))}
        onChange={(value) => {
          const thumbnails = THUMBNAIL_PREFERENCES.find((preference) => preference === value);
          if (thumbnails) change({ thumbnails });
        }}
      />
    </SettingsCard>
  );
}

function AutoSkipCard() {
  const { t } = useTranslation();
  const { values, change } = useSettingsForm();
  const { autoSkip = [] } = values;
  return (
    <SettingsCard
      title={t(($) => $.settings.autoSkip.title)}
      text={t(($) => $.settings.autoSkip.text)}
    >
      {SKIPPED.map((kind) => (
        <SwitchField
          key={kind}
          isOn={autoSkip.includes(kind)}
          onChange={(isOn) =>
            change({
              autoSkip: SKIPPED.filter((each) => (each === kind ? isOn : autoSkip.includes(each))),
            })
          }
        >
          {t(($) => $.settings.autoSkip.kinds[kind])}
        </SwitchField>
      ))}
    </SettingsCard>
  );
}

function AutoplayCard() {
  const { t } = useTranslation();
  const { values, change } = useSettingsForm();
  return (
    <SettingsCard
      title={t(($) => $.settings.autoplay.title)}
      text={t(($) => $.settings.autoplay.text)}
    >
      <SwitchField
        isOn={values.enableAutoplay}
        onChange={(enableAutoplay) => change({ enableAutoplay })}
      >
        {t(($) => $.settings.autoplay.label)}
      </SwitchField>
      <SwitchField
        isOn={values.enableStillWatching}
        onChange={(enableStillWatching) => change({ enableStillWatching })}
      >
        {t(($) => $.settings.autoplay.stillWatching)}
      </SwitchField>
    </SettingsCard>
  );
}

function ReportingCard() {
  const { t } = useTranslation();
  const { values, change } = useSettingsForm();
  // This site's server learns the nickname from the session, which no other server has.
  const canBeNamed = useStore(
    sessionStore,
    ({ account }) => account !== null && isAccountServer(config.BACKEND_URL),
  );
  return (
    <SettingsCard
      title={t(($) => $.settings.reporting.title)}
      text={t(($) => $.settings.reporting.text)}
    >
      <SwitchField isOn={values.reporting} onChange={(reporting) => change({ reporting })}>
        {t(($) => $.settings.reporting.label)}
      </SwitchField>
      {canBeNamed && values.reporting && (
        <SwitchField
          isOn={values.namedReports}
          onChange={(namedReports) => change({ namedReports })}
        >
          {t(($) => $.settings.reporting.named)}
        </SwitchField>
      )}
    </SettingsCard>
  );
}
