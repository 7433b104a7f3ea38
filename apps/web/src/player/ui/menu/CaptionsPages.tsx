import { CaptionsSecond } from './CaptionsSecond.tsx';
import { CaptionsServices } from './CaptionsServices.tsx';
import { CaptionsStyle } from './CaptionsStyle.tsx';
import { CaptionsTranscript } from './CaptionsTranscript.tsx';
import { CaptionsView } from './CaptionsView.tsx';
import type { SettingsView } from './settings-path.ts';

interface CaptionsPagesProps {
  readonly view: Exclude<SettingsView, 'root' | 'quality' | 'audio' | 'playback' | 'thumbnails'>;
  readonly cameFrom: string;
  readonly onOpen: (path: string) => void;
}

/** The pages of the settings that captions have. */
export function CaptionsPages({ view, cameFrom, onOpen }: CaptionsPagesProps) {
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
