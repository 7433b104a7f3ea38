/** The test's view of the television in the page, and its controls. */
export interface FakeTelevision {
  readonly loads: {
    readonly media: Record<string, unknown>;
    readonly currentTime: number;
    readonly autoplay: boolean;
    readonly activeTrackIds?: readonly number[];
  }[];
  readonly edits: (readonly number[])[];
  readonly messages: object[];
  readonly options: object[];
  /** The current playback. */
  readonly screen: {
    isLoaded: boolean;
    time: number;
    isPaused: boolean;
    volume: number;
    isMuted: boolean;
    idleReason: string | null;
  };
  /** Audio tracks of the next movie. */
  audioTracks: readonly {
    readonly trackId: number;
    readonly type: string;
    readonly language: string;
  }[];
  /** The reason why the next movie or the next choice of a television is refused. */
  refusal: string | null;
  /** Responses to loading wait until they are released. */
  readonly held: (() => void)[];
  isHolding: boolean;
  readonly tick: (seconds: number) => void;
  readonly end: (reason: 'FINISHED' | 'ERROR' | 'CANCELLED') => void;
  /** Simulates a television that is switched off, or that another remote takes over. */
  readonly leave: () => void;
  /** Simulates a television that already plays for this site. */
  readonly join: () => void;
}
