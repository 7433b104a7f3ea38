// Starts the run of the first page before the app has loaded, and that of the next episode before it opens.
import {
  playTitle,
  playTitleDeps,
  type PlaybackObserver,
  type PlayOptions,
  type PlayTitleDeps,
} from './play-title.ts';
import { isSameRoute, parseRoute, type WatchRoute } from './route-params.ts';

export interface StartedRun {
  readonly route: WatchRoute;
  readonly signal: AbortSignal;
  /** Replays the calls so far, then passes on each new one. */
  readonly observe: (observer: PlaybackObserver) => void;
  readonly cancel: () => void;
}

export function startRun(route: WatchRoute, options: PlayOptions, deps: PlayTitleDeps): StartedRun {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const pending: Call[] = [];
  let observer: PlaybackObserver | undefined;
  const pass = (call: Call) => {
    if (observer) call(observer);
    else pending.push(call);
  };
  void playTitle(
    { route, options, signal },
    {
      onEvent: (event) => pass((to) => to.onEvent(event)),
      redirect: (meta) => pass((to) => to.redirect(meta)),
      prepare: () => pass((to) => to.prepare()),
      play: (meta, stream) => pass((to) => to.play(meta, stream)),
    },
    deps,
  );
  return {
    route,
    signal,
    observe: (next) => {
      observer = next;
      for (const call of pending.splice(0)) call(next);
    },
    cancel: () => lifetime.abort(),
  };
}

type Call = (observer: PlaybackObserver) => void;

export interface HeadStart {
  /** Starts a run if the path is a title's. */
  readonly begin: (path: string, options?: PlayOptions) => void;
  /** Hands over the run once, and only for the same route; cancels any other. */
  readonly take: (route: WatchRoute) => StartedRun | undefined;
  /** Cancels a run for any other path. */
  readonly keepOnly: (path: string) => void;
}

export function createHeadStart(deps: PlayTitleDeps): HeadStart {
  let run: StartedRun | undefined;

  function cancel(): void {
    run?.cancel();
    run = undefined;
  }

  return {
    begin: (path, options = {}) => {
      cancel();
      const route = parseRoute(path);
      if (route) run = startRun(route, options, deps);
    },
    take: (route) => {
      const taken = run;
      run = undefined;
      if (taken && isSameRoute(taken.route, route)) return taken;
      taken?.cancel();
      return undefined;
    },
    keepOnly: (path) => {
      const route = parseRoute(path);
      if (!route || !run || !isSameRoute(run.route, route)) cancel();
    },
  };
}

export const headStart = createHeadStart(playTitleDeps);
