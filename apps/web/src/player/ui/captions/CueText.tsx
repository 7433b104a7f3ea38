import type { CueLook } from '@matinee/shared/subtitles/cue-styles';
import { Fragment } from 'react';
import type { CSSProperties } from 'react';

import type { CueNode } from '../../captions/cue.ts';
import { USUAL_STYLE } from '../../captions/style.ts';
import type { CaptionStyle } from '../../captions/style.ts';

interface CueTextProps {
  readonly nodes: readonly CueNode[];
  /** The viewer's own style wins over that of the file. */
  readonly style: CaptionStyle;
}

/** The nodes of a cue never change their order, so their place is their key. */
export function CueText({ nodes, style }: CueTextProps) {
  return nodes.map((node, place) => <Node key={place} node={node} style={style} />);
}

function Node({ node, style }: { readonly node: CueNode; readonly style: CaptionStyle }) {
  if (node.kind === 'text') return <Fragment>{node.text}</Fragment>;
  const { tag: Tag, lang, look, children } = node;
  return (
    <Tag lang={lang} style={look && cssOf(look, style)}>
      <CueText nodes={children} style={style} />
    </Tag>
  );
}

function cssOf({ color, background, bold, italic, underline }: CueLook, style: CaptionStyle) {
  const css: CSSProperties = {};
  if (color !== undefined && style.color === USUAL_STYLE.color) css.color = color;
  if (background !== undefined && style.backgroundOpacity === USUAL_STYLE.backgroundOpacity) {
    css.backgroundColor = background;
  }
  if (bold) css.fontWeight = 700;
  if (italic) css.fontStyle = 'italic';
  if (underline) css.textDecoration = 'underline';
  return css;
}
