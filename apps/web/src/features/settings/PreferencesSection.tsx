import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { useChoices } from './settings-form-context.ts';
import { LanguageCard } from './LanguageCard.tsx';
import { Section } from './Section.tsx';
import { SourceOrder } from './SourceOrder.tsx';

const THUMBNAIL_CHOICES = ['auto', 'on', 'off'] as const;

export function PreferencesSection() {
  const { t } = useTranslation();
  const { choices, change } = useChoices();
  return (
    <Section name="preferences">
      <LanguageCard />
      <SettingsCard
        title={t(($) => $.settings.thumbnails.title)}
        text={t(($) => $.settings.thumbnails.text)}
      >
        <SelectField
          label={t(($) => $.settings.thumbnails.label)}
          value={choices.thumbnails}
          options={THUMBNAIL_CHOICES.map((value) => ({
            value,
            label: t(($) => $.settings.thumbnails.choices[value]),
          }))}
          onChange={(value) => {
            const thumbnails = THUMBNAIL_CHOICES.find((choice) => choice === value);
            if (thumbnails) change({ thumbnails });
          }}
        />
      </SettingsCard>
      {config.ALLOW_AUTOPLAY && (
        <SettingsCard
          title={t(($) => $.settings.autoplay.title)}
          text={t(($) => $.settings.autoplay.text)}
        >
          <SwitchField isOn={choices.autoplay} onChange={(autoplay) => change({ autoplay })}>
            {t(($) => $.settings.autoplay.label)}
          </SwitchField>
          <SwitchField
            isOn={choices.stillWatching}
            onChange={(stillWatching) => change({ stillWatching })}
          >
            {t(($) => $.settings.autoplay.stillWatching)}
          </SwitchField>
        </SettingsCard>
      )}
      <SourceOrder />
      {config.REPORT_SOURCES && (
        <SettingsCard
          title={t(($) => $.settings.reporting.title)}
          text={t(($) => $.settings.reporting.text)}
        >
          <SwitchField isOn={choices.reporting} onChange={(reporting) => change({ reporting })}>
            {t(($) => $.settings.reporting.label)}
          </SwitchField>
        </SettingsCard>
      )}
    </Section>
  );
}
