import type { CorrectMatchRequest } from '@matinee/shared/contract/library-match';
import { tmdbKind } from '@matinee/shared/media/media';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRequestError } from '#data/api.ts';
import { sendMatch } from '#data/catalog/library-match.ts';
import type { Title } from '#data/catalog/title.ts';
import { titleWithYear } from '#i18n/formats.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { offerUndo } from '#ui/undo-store.ts';
import { ChooseTitle } from './ChooseTitle.tsx';
import styles from './MatchDialog.module.css';

export interface MatchSubject {
  readonly subject: CorrectMatchRequest['subject'];
  /** The current name of the title or file. */
  readonly name: string;
}

type Choice =
  | { readonly to: 'title'; readonly title: Title }
  | { readonly to: 'video' }
  | { readonly to: 'automatic' };

interface MatchDialogProps {
  readonly subject: MatchSubject;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Lets administrators choose the right title of files, and asks for confirmation. */
export function MatchDialog({ subject: about, onClose, onSaved }: MatchDialogProps) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [numbers, setNumbers] = useState<EpisodeNumbers>({ season: '1', episode: '1' });
  const { subject, name } = about;
  const isShow = 'kind' in subject && subject.kind === 'tv';
  const isEpisode = choice?.to === 'title' && choice.title.type === 'show' && !isShow;
  const { mutate, error, isPending } = useCorrection(about, onSaved);

  if (!choice)
    return (
      <Dialog
        title={t(($) => $.match.title)}
        onClose={onClose}
        actions={
          <>
            <Button kind="quiet" onClick={() => setChoice({ to: 'automatic' })}>
              {t(($) => $.match.automatic)}
            </Button>
            <Button onClick={() => setChoice({ to: 'video' })}>{t(($) => $.match.video)}</Button>
          </>
        }
      >
        <p className={styles.about}>{t(($) => $.match.about)}</p>
        <ChooseTitle name={name} onChoose={(title) => setChoice({ to: 'title', title })} />
      </Dialog>
    );

  const target = targetOf(choice, isEpisode ? numbers : undefined);
  return (
    <Dialog
      title={t(($) => $.match.confirm)}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" disabled={isPending} onClick={() => setChoice(null)}>
            {t(($) => $.actions.back)}
          </Button>
          <Button
            kind="primary"
            disabled={isPending || target === undefined}
            onClick={() => target && mutate({ subject, target })}
          >
            {isPending ? t(($) => $.match.saving) : t(($) => $.match.save)}
          </Button>
        </>
      }
    >
      <p>
        <Consequence choice={choice} name={name} isShow={isShow} />
      </p>
      {isEpisode && <EpisodeFields numbers={numbers} onChange={setNumbers} />}
      {error && (
        <div role="alert" className={styles.error}>
          <p>{t(($) => $.match.failed)}</p>
          <FailureDetails error={error} />
        </div>
      )}
    </Dialog>
  );
}

/** The catalog does not respond to the server. */
const UNAVAILABLE = 503;

function FailureDetails({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  const failure = error instanceof ApiRequestError ? error.failure : undefined;
  if (failure?.is !== 'rejected') return null;
  if (failure.status === UNAVAILABLE) return <p>{t(($) => $.errors.catalogUnreachable)}</p>;
  return failure.message && <p dir="auto">{failure.message}</p>;
}

interface ConsequenceProps {
  readonly choice: Choice;
  readonly name: string;
  readonly isShow: boolean;
}

function Consequence({ choice, name, isShow }: ConsequenceProps) {
  const { t, i18n } = useTranslation();
  if (choice.to === 'automatic') return t(($) => $.match.toAutomatic, { name });
  if (choice.to === 'video')
    return isShow ? t(($) => $.match.toVideos, { name }) : t(($) => $.match.toVideo, { name });
  const { title, year } = choice.title;
  return t(($) => $.match.toTitle, {
    name,
    title: titleWithYear(title, year, i18n.language),
  });
}

function targetOf(
  choice: Choice,
  numbers: EpisodeNumbers | undefined,
): CorrectMatchRequest['target'] | undefined {
  if (choice.to !== 'title') return { to: choice.to };
  const { type, tmdbId } = choice.title;
  const title = { to: 'title', kind: tmdbKind(type), id: Number(tmdbId) } as const;
  if (!numbers) return title;
  const isComplete = [numbers.season, numbers.episode].every((text) => /^\d{1,5}$/.test(text));
  if (!isComplete) return undefined;
  return { ...title, season: Number(numbers.season), episode: Number(numbers.episode) };
}

/** Undoing matches the files automatically again. It does not restore an earlier correction. */
function useCorrection({ subject }: MatchSubject, onSaved: () => void) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (request: CorrectMatchRequest) => sendMatch(request),
    onSuccess: ({ kind, id, title }, { target }) => {
      const undone = {
        subject: 'file' in subject ? subject : { kind, id },
        target: { to: 'automatic' },
      } as const;
      const label = t(($) => $.match.automatic);
      const undo = () =>
        void sendMatch(undone).catch(() =>
          offerUndo({ text: t(($) => $.match.failed), undo, label }),
        );
      offerUndo({
        text: t(($) => $.match.saved, { title }),
        ...(target.to !== 'automatic' && { undo, label }),
      });
      onSaved();
    },
  });
}

/** The texts of the two fields. */
interface EpisodeNumbers {
  readonly season: string;
  readonly episode: string;
}

interface EpisodeFieldsProps {
  readonly numbers: EpisodeNumbers;
  readonly onChange: (numbers: EpisodeNumbers) => void;
}

/** The season and episode numbers of a file. */
function EpisodeFields({ numbers, onChange }: EpisodeFieldsProps) {
  const { t } = useTranslation();
  const field = (name: keyof EpisodeNumbers, label: string) => (
    <TextField
      label={label}
      value={numbers[name]}
      inputMode="numeric"
      maxLength={5}
      onChange={(text) => onChange({ ...numbers, [name]: text.trim() })}
    />
  );
  return (
    <div className={styles.numbers}>
      {field(
        'season',
        t(($) => $.match.season),
      )}
      {field(
        'episode',
        t(($) => $.match.episode),
      )}
    </div>
  );
}
