import type { MissCause } from '@matinee/shared/contract/scrape';
import { useTranslation } from 'react-i18next';

interface Asked {
  readonly title: string;
  /** Of the source. */
  readonly name: string;
}

/** Says why a source that answered has nothing to play. */
export function useErrorText(): (cause: MissCause, asked: Asked) => string {
  const { t } = useTranslation();
  return ({ code, format }, { title, name }) => {
    if (code === 'unplayableFile' && format !== undefined) {
      return t(($) => $.watch.notFound.causes.unplayableFile, { title, name, format });
    }
    const shown = code === 'unplayableFile' ? 'unplayableStreams' : code;
    const inBrackets = format === undefined ? '' : ` (${format})`;
    return t(($) => $.watch.notFound.causes[shown], { title, name, format: inBrackets });
  };
}
