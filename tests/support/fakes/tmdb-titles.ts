/** The titles of the TMDB fake: a few real ones, and a few that do not exist. */

export interface FakeMovie {
  readonly kind: 'movie';
  readonly id: number;
  readonly imdbId: string | null;
  readonly title: string;
  readonly date: string;
  readonly runtime: number;
  /** The id of its collection. */
  readonly collection?: number;
  readonly genreIds: readonly number[];
  readonly poster: string | null;
  readonly backdrop?: string;
}

export interface FakeSeries {
  readonly kind: 'tv';
  readonly id: number;
  readonly imdbId: string | null;
  readonly title: string;
  readonly date: string;
  readonly genreIds: readonly number[];
  readonly poster: string | null;
  readonly seasons: readonly FakeSeason[];
}

export interface FakeSeason {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly poster?: string;
  readonly episodes: readonly {
    readonly id: number;
    readonly name: string;
    readonly date: string | null;
    readonly still?: string;
  }[];
}

export type FakeTitle = FakeMovie | FakeSeries;

/** The open collection has the item of this movie. */
const NIGHT_OF_THE_LIVING_DEAD: FakeMovie = {
  kind: 'movie',
  id: 10331,
  imdbId: 'tt0063350',
  title: 'Night of the Living Dead',
  date: '1968-10-04',
  runtime: 96,
  genreIds: [27, 53],
  poster: '/night.png',
  backdrop: '/night-wide.png',
};

/** Not in the open collection: only the Archive's search finds it. */
const TOPPER_RETURNS: FakeMovie = {
  kind: 'movie',
  id: 44875,
  imdbId: 'tt0034303',
  title: 'Topper Returns',
  date: '1941-03-21',
  runtime: 88,
  genreIds: [35, 14, 9648],
  poster: '/topper.png',
};

/** Its item has captions. */
const CHARADE: FakeMovie = {
  kind: 'movie',
  id: 4808,
  imdbId: 'tt0056923',
  title: 'Charade',
  date: '1963-12-05',
  runtime: 113,
  genreIds: [35, 9648, 10749],
  poster: '/charade.png',
};

/** An open movie that only the PeerTube fake has. */
const SINTEL: FakeMovie = {
  kind: 'movie',
  id: 45745,
  imdbId: 'tt1727587',
  title: 'Sintel',
  date: '2010-09-27',
  runtime: 15,
  genreIds: [16, 14],
  poster: '/sintel.png',
};

/** Reserved for journeys in which TMDB fails: no other journey requests them, so nothing is cached. */
const HIS_GIRL_FRIDAY: FakeMovie = {
  kind: 'movie',
  id: 3085,
  imdbId: 'tt0032599',
  title: 'His Girl Friday',
  date: '1940-01-18',
  runtime: 92,
  genreIds: [35, 10749],
  poster: '/friday.png',
};
const DETOUR: FakeMovie = {
  kind: 'movie',
  id: 20367,
  imdbId: 'tt0037638',
  title: 'Detour',
  date: '1945-11-30',
  runtime: 68,
  genreIds: [53],
  poster: '/detour.png',
};

/** No source has it. */
const LOST_MOVIE: FakeMovie = {
  kind: 'movie',
  id: 990001,
  imdbId: 'tt9900001',
  title: "The Lighthouse Keeper's Ledger",
  date: '1998-05-02',
  runtime: 101,
  genreIds: [18],
  poster: null,
};

const UNRELEASED_MOVIE: FakeMovie = {
  kind: 'movie',
  id: 990002,
  imdbId: null,
  title: 'Living Dead of Tomorrow',
  date: '2091-01-01',
  runtime: 0,
  genreIds: [27],
  poster: '/tomorrow.png',
};

/** The title of the key test. */
const KEY_TEST_MOVIE: FakeMovie = {
  kind: 'movie',
  id: 556574,
  imdbId: 'tt8503618',
  title: 'Hamilton',
  date: '2020-07-03',
  runtime: 160,
  genreIds: [36, 18],
  poster: null,
};

const BEVERLY_HILLBILLIES: FakeSeries = {
  kind: 'tv',
  id: 1930,
  imdbId: 'tt0055662',
  title: 'The Beverly Hillbillies',
  date: '1962-09-26',
  genreIds: [35],
  poster: '/hillbillies.png',
  seasons: [
    {
      id: 930100,
      number: 0,
      name: 'Specials',
      poster: '/hillbillies-specials.png',
      episodes: [{ id: 930101, name: 'The Legend', date: null }],
    },
    {
      id: 930110,
      number: 1,
      name: 'Season 1',
      episodes: [
        { id: 930111, name: 'The Clampetts Strike Oil', date: '1962-09-26' },
        { id: 930112, name: 'Getting Settled', date: '1962-10-03' },
        { id: 930113, name: 'Meanwhile, Back at the Cabin', date: '1962-10-10' },
      ],
    },
  ],
};

export const TITLES: readonly FakeTitle[] = [
  NIGHT_OF_THE_LIVING_DEAD,
  TOPPER_RETURNS,
  CHARADE,
  SINTEL,
  HIS_GIRL_FRIDAY,
  DETOUR,
  LOST_MOVIE,
  UNRELEASED_MOVIE,
  KEY_TEST_MOVIE,
  BEVERLY_HILLBILLIES,
];
