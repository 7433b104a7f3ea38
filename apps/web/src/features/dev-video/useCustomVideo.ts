import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { faultsOf, readCustomVideo, searchOf, type CustomVideo } from './custom-stream.ts';

interface CustomVideoOnScreen {
  readonly video: CustomVideo;
  /** Undefined until there is something that can be played, and the viewer has pressed Play for it. */
  readonly chosen: CustomVideo | undefined;
  /** Also once more what has failed. */
  readonly play: (video: CustomVideo) => void;
}

/** What plays is in the address; only its headers are not: they may be secret, and no link may bring any. */
export function useCustomVideo(): CustomVideoOnScreen {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [sent, setSent] = useState<CustomVideo>();
  const { url, type, captions } = readCustomVideo(params);
  const own = sent?.url === url ? sent : undefined;
  const video = useMemo(
    () => ({ url, type, captions, headers: own?.headers ?? '' }),
    [url, type, captions, own],
  );
  // Nothing that a link names is fetched before Play is pressed.
  const chosen = own !== undefined && faultsOf(video).length === 0 ? video : undefined;
  const play = (next: CustomVideo) => {
    setSent(next);
    const address = searchOf(next);
    if (address !== searchOf(video)) void navigate({ search: address }, { flushSync: true });
  };
  return { video, chosen, play };
}
