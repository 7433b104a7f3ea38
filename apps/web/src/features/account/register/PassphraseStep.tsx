import { Check, Copy, Download, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberText } from '#i18n/formats.ts';
import { copyText } from '#lib/copy-text.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { FormActions, FormCard, type FormStep } from '#ui/FormCard.tsx';
import styles from './Register.module.css';

const COPIED_FOR_MS = 500;

interface PassphraseStepProps {
  readonly step: FormStep;
  readonly passphrase: string;
  readonly onNext: () => void;
}

/** Shows the passphrase, to copy, download or print. */
export function PassphraseStep({ step, passphrase, onNext }: PassphraseStepProps) {
  const { t, i18n } = useTranslation();
  const words = passphrase.split(' ');
  const title = t(($) => $.auth.passphrase.paper, { host: location.host });
  const lines = words.map((word, index) => `${index + 1}. ${word}`).join('\n');
  const download = () =>
    saveFile('matinee-passphrase.txt', new Blob([`${title}\n\n${lines}\n\n${passphrase}\n`]));
  return (
    <FormCard
      title={t(($) => $.auth.passphrase.title)}
      text={<p>{t(($) => $.auth.passphrase.text, { words: words.length })}</p>}
      step={step}
    >
      <ol className={styles.words} translate="no" aria-label={t(($) => $.auth.passphrase.label)}>
        {words.map((word, index) => (
          // Words may repeat and never move: the index is the key.
          <li key={index} className={styles.word}>
            <span className={styles.number} aria-hidden>
              {numberText(index + 1, i18n.language)}
            </span>
            {word}
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <CopyButton text={passphrase} />
        <Button onClick={download}>
          <Download aria-hidden />
          {t(($) => $.auth.passphrase.download)}
        </Button>
        <Button onClick={() => printText(title, words)}>
          <Printer aria-hidden />
          {t(($) => $.auth.passphrase.print)}
        </Button>
      </div>
      <FormActions>
        <Button kind="primary" onClick={onNext}>
          {t(($) => $.auth.passphrase.next)}
        </Button>
      </FormActions>
    </FormCard>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function copy(): Promise<void> {
    if (!(await copyText(text))) return;
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsCopied(false), COPIED_FOR_MS);
  }

  return (
    <Button onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">
        {isCopied ? t(($) => $.actions.copied) : t(($) => $.actions.copyText)}
      </span>
    </Button>
  );
}

/** Prints a heading and lines from an iframe, without the page. */
function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const { contentDocument: paper, contentWindow: view } = frame;
  if (!paper || !view) return frame.remove();
  paper.title = title;
  const heading = paper.createElement('h1');
  heading.textContent = title;
  const list = paper.createElement('ol');
  for (const line of lines) {
    const item = paper.createElement('li');
    item.textContent = line;
    list.append(item);
  }
  paper.body.append(heading, list);
  // Safari's print() returns before it prints.
  view.addEventListener('afterprint', () => setTimeout(() => frame.remove(), 0));
  view.print();
}
