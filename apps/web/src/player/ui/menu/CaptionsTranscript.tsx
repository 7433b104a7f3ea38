import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { FilterField } from '#ui/FilterField.tsx';
import { Menu, MenuRow, MenuText } from '#ui/Menu.tsx';
import { matchesQuery } from '#lib/accent-insensitive-match.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { wordsOf, type CaptionCue } from '../../captions/cue.ts';
import { timeText } from '../controls/time-text.ts';
import { spokenLine } from '../../features/captions/state.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './CaptionsTranscript.module.css';

/** Lists all cues, to read along and to seek. */
export function CaptionsTranscript() {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [isFollowing, setFollowing] = useState(true);
  const cues = usePlayerState(({ captions }) => captions.cues);
  const spoken = usePlayerState(spokenLine);
  const lines =
    query === '' ? cues : cues.filter(({ nodes }) => matchesQuery(wordsOf(nodes), query));
  const letGo = () => setFollowing(false);

  if (cues.length === 0)
    return <MenuText>{t(($) => $.player.captionMenu.transcript.off)}</MenuText>;
  return (
    <>
      <div className={styles.head}>
        <FilterField
          label={t(($) => $.player.captionMenu.transcript.find)}
          value={query}
          onChange={setQuery}
        />
        {!isFollowing && (
          <Button kind="quiet" onClick={() => setFollowing(true)}>
            {t(($) => $.player.captionMenu.transcript.follow)}
          </Button>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only detects that the list inside is scrolled. */}
      <div onWheel={letGo} onTouchMove={letGo} onKeyDown={letGo}>
        <Menu label={t(($) => $.player.captionMenu.transcript.lines)}>
          {lines.map((cue) => (
            <Line
              key={cue.id}
              cue={cue}
              isSpoken={cue.id === spoken}
              isFollowed={cue.id === spoken && isFollowing}
              onJump={setFollowing}
            />
          ))}
        </Menu>
      </div>
      {lines.length === 0 && (
        <MenuText>{t(($) => $.player.captionMenu.transcript.nothing)}</MenuText>
      )}
    </>
  );
}

interface LineProps {
  readonly cue: CaptionCue;
  readonly isSpoken: boolean;
  readonly isFollowed: boolean;
  readonly onJump: (isFollowing: true) => void;
}

const Line = memo(function Line({ cue, isSpoken, isFollowed, onJump }: LineProps) {
  const player = usePlayer();
  const { language } = useTranslation().i18n;
  function jump() {
    player.seek(Math.max(0, cue.start + player.store.getState().captions.delay));
    onJump(true);
  }
  return (
    <MenuRow role="menuitemradio" aria-checked={isSpoken} onPress={jump}>
      <span className={styles.time}>{timeText(cue.start, language)}</span>
      <span className={styles.words} dir="auto">
        {wordsOf(cue.nodes)}
      </span>
      {isFollowed && <Followed />}
    </MenuRow>
  );
});

/** Scrolls its row into view while mounted. */
function Followed() {
  return <span ref={useRefEffect(keepInSight, undefined)} hidden />;
}

function keepInSight(mark: HTMLElement): () => void {
  mark.parentElement?.scrollIntoView({ block: 'nearest' });
  return () => undefined;
}
