import { useMemo } from 'react';

import { useRefEffect } from '#lib/use-ref-effect.ts';

import { DEFAULT_STYLE } from '../../captions/style.ts';
import type { ShownCaption, StyledRenderer } from '../../captions/track.ts';
import type { Player } from '../../player.ts';
import type { PlayerState } from '../../state/state.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './CaptionsLayer.module.css';

interface StyledCaptionsProps {
  readonly track: ShownCaption['track'];
  /** Called when the captions are drawn. The plain text can be hidden then. */
  readonly onDrawn: (track: ShownCaption['track']) => void;
}

/** Draws captions in the layout of their file; the renderer loads on demand. */
export function StyledCaptions({ track, onDrawn }: StyledCaptionsProps) {
  const player = usePlayer();
  const drawing = useMemo(() => ({ player, track, onDrawn }), [player, track, onDrawn]);
  const hostRef = useRefEffect(attachDrawing, drawing);
  const style = usePlayerState(({ captions }) => captions.style);
  return (
    <div
      ref={hostRef}
      className={styles.styled}
      data-color={style.color !== DEFAULT_STYLE.color || undefined}
      data-size={style.size !== DEFAULT_STYLE.size || undefined}
      data-background={style.backgroundOpacity !== DEFAULT_STYLE.backgroundOpacity || undefined}
    />
  );
}

interface Drawing extends StyledCaptionsProps {
  readonly player: Player;
}

function attachDrawing(host: HTMLElement, drawing: Drawing): () => void {
  const life = new AbortController();
  void draw(host, drawing, life.signal);
  return () => life.abort();
}

async function draw(host: HTMLElement, drawing: Drawing, signal: AbortSignal): Promise<void> {
  const { player, track, onDrawn } = drawing;
  const video = host.closest('section')?.querySelector('video');
  const captionIn = ({ captions }: PlayerState) =>
    captions.styled?.track === track ? captions.styled : undefined;
  const caption = captionIn(player.store.getState());
  if (!video || !caption) return;
  try {
    const renderer = await rendererOf(caption, host, video);
    if (signal.aborted) return renderer.stop();
    let drawn = caption;
    const update = (state: PlayerState) => {
      const next = captionIn(state);
      if (next && next !== drawn) renderer.update((drawn = next));
    };
    const unsubscribe = player.store.subscribe((state, before) => {
      const { captions, pip } = state;
      const { delay, style } = before.captions;
      const isOther = captions.delay !== delay || captions.style !== style || pip !== before.pip;
      if (isOther) renderer.redraw(captions.delay);
      update(state);
    });
    signal.addEventListener('abort', () => {
      unsubscribe();
      renderer.stop();
    });
    renderer.redraw(player.store.getState().captions.delay);
    update(player.store.getState());
    onDrawn(track);
  } catch {
    // ASS falls back to its plain text; image captions have none.
    if (!signal.aborted && caption.kind === 'pgs') player.captions.failStyled();
  }
}

async function rendererOf(
  caption: ShownCaption,
  host: HTMLElement,
  video: HTMLVideoElement,
): Promise<StyledRenderer> {
  if (caption.kind === 'pgs') {
    const { createPgsRenderer } = await import('../../captions/pgs-renderer.ts');
    return await createPgsRenderer(host, video, caption.bytes);
  }
  const { createAssRenderer } = await import('../../captions/ass-renderer.ts');
  return await createAssRenderer(host, video, caption);
}
