import { Fragment } from 'react';

/** Lets URLs and paths break after slashes and dots, before they break inside a word. */
export function BreakableText({ text }: { readonly text: string }) {
  return breakableParts(text).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

export const breakableParts = (text: string): readonly string[] =>
  text.match(/[^/.]*[/.]+(?=[^/.\s])|.+$/gs) ?? [];
