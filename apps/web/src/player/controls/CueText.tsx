import { Fragment } from 'react';

import type { CueNode } from '../captions/cue.ts';

/** The nodes of a cue never change their order, so their place is their key. */
export function CueText({ nodes }: { readonly nodes: readonly CueNode[] }) {
  return nodes.map((node, place) => <Node key={place} node={node} />);
}

function Node({ node }: { readonly node: CueNode }) {
  if (node.kind === 'text') return <Fragment>{node.text}</Fragment>;
  const { tag: Tag, lang, children } = node;
  return (
    <Tag lang={lang}>
      <CueText nodes={children} />
    </Tag>
  );
}
