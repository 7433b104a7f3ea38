// A journey can set out before there is anybody to be told of it: that of the address with which the app was opened begins
// while most of the app is still on its way.
import { travel, type Attempt, type JourneyDeps, type Traveller } from './play-title.ts';
import { journeyDeps } from './play-title-deps.ts';
import { placeOf, samePlace, type Place } from './route-params.ts';

export interface Departure {
  readonly place: Place;
  readonly signal: AbortSignal;
  /** Tells all that was missed, in its order, and from then on everything as it happens. */
  readonly join: (traveller: Traveller) => void;
  readonly cancel: () => void;
}

export function setOut(place: Place, attempt: Attempt, deps: JourneyDeps): Departure {
  const life = new AbortController();
  const { signal } = life;
  const missed: Step[] = [];
  let traveller: Traveller | undefined;
  const pass = (step: Step) => {
    if (traveller) step(traveller);
    else missed.push(step);
  };
  void travel(
    { place, attempt, signal },
    {
      tell: (event) => pass((to) => to.tell(event)),
      redirect: (meta) => pass((to) => to.redirect(meta)),
      prepare: () => pass((to) => to.prepare()),
      play: (meta, stream) => pass((to) => to.play(meta, stream)),
    },
    deps,
  );
  return {
    place,
    signal,
    join: (next) => {
      traveller = next;
      for (const step of missed.splice(0)) step(next);
    },
    cancel: () => life.abort(),
  };
}

type Step = (traveller: Traveller) => void;

export interface HeadStart {
  /** Sets out when the path is a title's. */
  readonly begin: (path: string, attempt?: Attempt) => void;
  /** Given once, and only to who goes to the same place: for any other place it is over. */
  readonly take: (place: Place) => Departure | undefined;
  /** Somebody goes to this path: nobody will come for a start to any other. */
  readonly keepOnly: (path: string) => void;
}

export function createHeadStart(deps: JourneyDeps): HeadStart {
  let departure: Departure | undefined;

  function cancel(): void {
    departure?.cancel();
    departure = undefined;
  }

  return {
    begin: (path, attempt = {}) => {
      cancel();
      const place = placeOf(path);
      if (place) departure = setOut(place, attempt, deps);
    },
    take: (place) => {
      const taken = departure;
      departure = undefined;
      if (taken && samePlace(taken.place, place)) return taken;
      taken?.cancel();
      return undefined;
    },
    keepOnly: (path) => {
      const place = placeOf(path);
      if (!place || !departure || !samePlace(departure.place, place)) cancel();
    },
  };
}

export const headStart = createHeadStart(journeyDeps);
