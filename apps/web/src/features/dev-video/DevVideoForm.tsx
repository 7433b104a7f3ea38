import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchExtensionStatus } from '#data/streams/extension/status.ts';
import { Button } from '#ui/Button.tsx';
import {
  invalidVideoFields,
  readCustomVideo,
  type CustomVideo,
  type CustomVideoField,
} from './custom-stream.ts';
import styles from './DevVideo.module.css';

interface DevVideoFormProps {
  readonly video: CustomVideo;
  readonly onPlay: (video: CustomVideo) => void;
}

export function DevVideoForm({ video, onPlay }: DevVideoFormProps) {
  const { t } = useTranslation();
  const [invalid, setInvalid] = useState(() => (video.url === '' ? [] : invalidVideoFields(video)));
  const hasExtension = useHasExtension();
  const errorOf = (field: CustomVideoField) =>
    invalid.includes(field) ? t(($) => $.devVideo.errors[field]) : undefined;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const next = readCustomVideo(valuesOf(form));
    const nextInvalid = invalidVideoFields(next);
    setInvalid(nextInvalid);
    const [first] = nextInvalid;
    if (first === undefined) onPlay(next);
    else focusField(form, first);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <DevVideoField label={t(($) => $.devVideo.url)} error={errorOf('url')}>
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
        error={errorOf('captions')}
      >
        {(field) => (
          <input {...field} name="captions" type="url" dir="ltr" defaultValue={video.captions} />
        )}
      </DevVideoField>
      {hasExtension && (
        <DevVideoField
          label={t(($) => $.devVideo.headers)}
          hint={t(($) => $.devVideo.headersHint)}
          error={errorOf('headers')}
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

/** Only the extension can send custom headers. */
function useHasExtension(): boolean {
  const { data } = useQuery({
    queryKey: ['extension', 'status'],
    queryFn: ({ signal }) => fetchExtensionStatus(signal),
    gcTime: 0,
  });
  return data === 'success';
}

function valuesOf(form: HTMLFormElement): URLSearchParams {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new URLSearchParams(entries);
}

function focusField(form: HTMLFormElement, name: CustomVideoField): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

interface FieldAttributes {
  readonly className: string | undefined;
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface DevVideoFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: (attributes: FieldAttributes) => ReactNode;
}

function DevVideoField({ label, hint, error, children }: DevVideoFieldProps) {
  const id = useId();
  const noteId = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        className: styles.input,
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note === undefined ? undefined : noteId,
      })}
      {note !== undefined && (
        <span id={noteId} className={error === undefined ? styles.hint : styles.error}>
          {note}
        </span>
      )}
    </div>
  );
}
