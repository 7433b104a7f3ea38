import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useRefEffect } from '#lib/use-ref-effect.ts';
import { Menu, MenuRadio, MenuText } from '#ui/Menu.tsx';
import { Popover } from '#ui/Popover.tsx';

import { PLAYBACK_RATES } from '../../features/playback-rate.ts';
import type { Player } from '../../player.ts';
import { hasStream } from '../../features/playback.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { SETTINGS_BUTTON_ID } from '../controls/BottomBar.tsx';
import { CAPTIONS_BUTTON_ID } from '../controls/CaptionsButton.tsx';
import { AudioView } from './AudioView.tsx';
import { ChaptersView } from './ChaptersView.tsx';
import { CaptionsServices } from './CaptionsServices.tsx';
import { CaptionsStyle } from './CaptionsStyle.tsx';
import { CaptionsTranscript } from './CaptionsTranscript.tsx';
import { CaptionsSecond, CaptionsView } from './CaptionsView.tsx';
import { QualityView } from './QualityView.tsx';
import { SettingsRoot } from './SettingsRoot.tsx';
import { useRateName } from './labels.ts';
import { useOverlay } from './panel-context.ts';
import type { Overlay } from './panel-context.ts';
import {
  insideSettings,
  parentView,
  settingsPath,
  settingsView,
  useExtraPages,
} from './settings-pages.ts';
import type { ExtraPage, ExtraPageProps, SettingsView } from './settings-pages.ts';

interface Opened {
  readonly player: Player;
  readonly buttonId: string;
}

/** Keeps the controls visible while it is open, and returns the focus afterwards. */
function attachMenu(menu: HTMLElement, { player: { controls }, buttonId }: Opened): () => void {
  const page = menu.ownerDocument;
  controls.openMenu(true);
  return () => {
    controls.openMenu(false);
    const button = page.getElementById(buttonId) ?? page.getElementById(SETTINGS_BUTTON_ID);
    button?.focus();
    // React fires no focus event while it unmounts. Remote control users must see where the focus is.
    if (button?.matches(':focus-visible') === true) controls.wake();
  };
}

/** Opens by URL, if there is a stream or the page needs none. */
export function SettingsMenu() {
  const overlay = useOverlay();
  const { pages } = useExtraPages();
  const isLoaded = usePlayerState(hasStream);
  const path = overlay?.path ?? null;
  const view = settingsView(path);
  const extraPage = pages.find((page) => page.path === insideSettings(path));
  if (!overlay || view === null || !(isLoaded || extraPage?.needsNoStream)) return null;
  return <OpenMenu overlay={overlay} view={view} extraPage={extraPage} isLoaded={isLoaded} />;
}

interface OpenMenuProps {
  readonly overlay: Overlay;
  readonly view: SettingsView;
  /** Shown instead of the view. */
  readonly extraPage: ExtraPage | undefined;
  /** Without a stream, there is no first page. */
  readonly isLoaded: boolean;
}

function OpenMenu({ overlay, view, extraPage, isLoaded }: OpenMenuProps) {
  const { t } = useTranslation();
  const player = usePlayer();
  const [opened] = useState<Opened>({
    player,
    buttonId: view.startsWith('captions') ? CAPTIONS_BUTTON_ID : SETTINGS_BUTTON_ID,
  });
  const menuRef = useRefEffect(attachMenu, opened);
  const [cameFrom, setCameFrom] = useState('root');
  const here = extraPage?.path ?? view;
  const outer = parentView(here);
  const isFirst = here === 'root' || (outer === 'root' && !isLoaded);

  const open = (next: string) => overlay.navigate(settingsPath(next));
  function back() {
    setCameFrom(here);
    open(outer);
  }

  return (
    <Popover
      title={extraPage?.title ?? t(($) => $.player.settings[view === 'root' ? 'title' : view])}
      closeLabel={t(($) => $.actions.close)}
      back={
        isFirst
          ? undefined
          : {
              label: t(($) => (outer === 'root' ? $.player.settings.back : $.actions.back)),
              go: back,
            }
      }
      onClose={overlay.close}
    >
      <div ref={menuRef}>
        {extraPage ? (
          <extraPage.View cameFrom={cameFrom} onOpen={open} onDone={overlay.close} />
        ) : (
          <BuiltInView view={view} cameFrom={cameFrom} onOpen={open} onDone={overlay.close} />
        )}
      </div>
    </Popover>
  );
}

function BuiltInView({
  view,
  cameFrom,
  onOpen,
  onDone,
}: ExtraPageProps & { readonly view: SettingsView }) {
  switch (view) {
    case 'root':
      return <SettingsRoot cameFrom={cameFrom} onOpen={onOpen} />;
    case 'quality':
      return <QualityView onChosen={onDone} />;
    case 'audio':
      return <AudioView onChosen={onDone} />;
    case 'playback':
      return <PlaybackView />;
    case 'chapters':
      return <ChaptersView onChosen={onDone} />;
    case 'thumbnails':
      return <ThumbnailsView onChosen={onDone} />;
    default:
      return <CaptionsPages view={view} cameFrom={cameFrom} onOpen={onOpen} />;
  }
}

interface CaptionsPagesProps {
  readonly view: Exclude<
    SettingsView,
    'root' | 'quality' | 'audio' | 'chapters' | 'playback' | 'thumbnails'
  >;
  readonly cameFrom: string;
  readonly onOpen: (path: string) => void;
}

function CaptionsPages({ view, cameFrom, onOpen }: CaptionsPagesProps) {
  switch (view) {
    case 'captions':
      return <CaptionsView cameFrom={cameFrom} onOpen={onOpen} />;
    case 'captions/second':
      return <CaptionsSecond />;
    case 'captions/opensubtitles':
      return <CaptionsServices />;
    case 'captions/settings':
      return <CaptionsStyle />;
    case 'captions/transcript':
      return <CaptionsTranscript />;
  }
}

/** Stays open, so that viewers can try rates. */
function PlaybackView() {
  const { t } = useTranslation();
  const { setRate } = usePlayer();
  const name = useRateName();
  const rate = usePlayerState(({ media }) => media.rate);
  return (
    <Menu label={t(($) => $.player.settings.playback)}>
      {PLAYBACK_RATES.map((speed) => (
        <MenuRadio
          key={speed}
          label={name(speed)}
          isChecked={speed === rate}
          onChoose={() => setRate(speed)}
        />
      ))}
    </Menu>
  );
}

const THUMBNAIL_CHOICES = ['auto', 'on', 'off'] as const;

function ThumbnailsView({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation();
  const { chooseThumbnails } = usePlayer();
  const chosen = usePlayerState(({ thumbnails }) => thumbnails.choice);
  return (
    <>
      <Menu label={t(($) => $.player.settings.thumbnails)}>
        {THUMBNAIL_CHOICES.map((choice) => (
          <MenuRadio
            key={choice}
            label={t(($) => $.settings.thumbnails.choices[choice])}
            isChecked={choice === chosen}
            onChoose={() => {
              chooseThumbnails(choice);
              onChosen();
            }}
          />
        ))}
      </Menu>
      <MenuText>{t(($) => $.player.settings.thumbnailsHint)}</MenuText>
    </>
  );
}
