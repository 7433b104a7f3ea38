/** Turns a phone to the shape of the film. Browsers allow that in full screen only, and computers have nothing to turn. */
export interface Orientation {
  readonly lock: () => void;
  readonly unlock: () => void;
}

const PHONE = '(pointer: coarse) and (hover: none)';

export function createOrientation(
  video: Pick<HTMLVideoElement, 'videoWidth' | 'videoHeight'>,
  screen: object = globalThis.screen,
): Orientation {
  const orientation: unknown = Reflect.get(screen, 'orientation');
  let isLocked = false;

  /** The type library leaves out `lock`, which Safari does not have. */
  async function ask(name: 'lock' | 'unlock', ...wish: readonly string[]): Promise<void> {
    if (typeof orientation !== 'object' || orientation === null) return;
    const member: unknown = Reflect.get(orientation, name);
    if (typeof member !== 'function') return;
    try {
      await Reflect.apply(member, orientation, wish);
    } catch {
      // The film is watched as the phone is held.
    }
  }

  return {
    lock: () => {
      const { videoWidth: width, videoHeight: height } = video;
      // A square fits either way.
      if (width === height || !orientation || !matchMedia(PHONE).matches) return;
      isLocked = true;
      void ask('lock', width > height ? 'landscape' : 'portrait');
    },
    unlock: () => {
      if (!isLocked) return;
      isLocked = false;
      void ask('unlock');
    },
  };
}
