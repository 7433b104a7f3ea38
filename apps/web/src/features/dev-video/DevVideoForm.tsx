import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { askExtensionStatus } from '#data/streams/extension/status.ts';
import { Button } from '#ui/Button.tsx';
import { faultsOf, readCustomVideo, type CustomFault, type CustomVideo } from './custom-stream.ts';
import { DevVideoField } from './DevVideoField.tsx';
import styles from './DevVideoForm.module.css';

interface DevVideoFormProps {
  readonly video: CustomVideo;
  readonly onPlay: (video: CustomVideo) => void;
}

export function DevVideoForm({ video, onPlay }: DevVideoFormProps) {
  const { t } = useTranslation();
  const [faults, setFaults] = useState(() => (video.url === '' ? [] : faultsOf(video)));
  const hasExtension = useHasExtension();
  const faultIn = (field: CustomFault) =>
    faults.includes(field) ? t(($) => $.devVideo.faults[field]) : undefined;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const next = readCustomVideo(typed(form));
    const found = faultsOf(next);
    setFaults(found);
    const [first] = found;
    if (first === undefined) onPlay(next);
    else focusField(form, first);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <DevVideoField label={t(($) => $.devVideo.url)} fault={faultIn('url')}>
        {(field) => <input {...field} name="url" type="url" dir="ltr" defaultValue={video.url} />}
      </DevVideoField>
      <DevVideoField label={t(($) => $.devVideo.type)}>
        {(field) => (
          <select {...field} name="type" defaultValue={video.type}>
            <option value="auto">{t(($) => $.devVideo.auto)}</option>
            <option value="hls">{t(($) => $.devVideo.hls)}</option>
            <option value="mp4">{t(($) => $.devVideo.mp4)}</option>
          </select>
        )}
      </DevVideoField>
      <DevVideoField
        label={t(($) => $.devVideo.captions)}
        hint={t(($) => $.devVideo.captionsHint)}
        fault={faultIn('captions')}
      >
        {(field) => (
          <input {...field} name="captions" type="url" dir="ltr" defaultValue={video.captions} />
        )}
      </DevVideoField>
      {hasExtension && (
        <DevVideoField
          label={t(($) => $.devVideo.headers)}
          hint={t(($) => $.devVideo.headersHint)}
          fault={faultIn('headers')}
        >
          {(field) => (
            <textarea {...field} name="headers" rows={3} dir="ltr" defaultValue={video.headers} />
          )}
        </DevVideoField>
      )}
      <Button kind="primary" type="submit">
        {t(($) => $.devVideo.play)}
      </Button>
    </form>
  );
}

/** Only the extension can send headers of one's own. */
function useHasExtension(): boolean {
  const { data } = useQuery({
    queryKey: ['extension', 'status'],
    queryFn: ({ signal }) => askExtensionStatus(signal),
    gcTime: 0,
  });
  return data === 'success';
}

function typed(form: HTMLFormElement): URLSearchParams {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new URLSearchParams(entries);
}

function focusField(form: HTMLFormElement, name: CustomFault): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
