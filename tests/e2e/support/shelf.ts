import { startFake, type Fake, type FakeAnswer } from '../../support/fakes/http.ts';
import { openCinema, type Cinema } from './cinema.ts';

interface ShelfFilm {
  readonly tmdbId: number;
  readonly title: string;
  /** Addresses on the shelf's own server. */
  readonly streams: readonly { readonly url: string; readonly quality?: string }[];
  readonly captions?: readonly { readonly lang: string; readonly url: string }[];
}

export interface Shelf {
  readonly fake: Fake;
  readonly cinema: Cinema;
  readonly close: () => Promise<void>;
}

/** A cinema whose operator has a list of films of their own, on a server that any page may read. */
export async function openShelf(
  films: readonly ShelfFilm[],
  find: (path: string) => FakeAnswer | undefined,
): Promise<Shelf> {
  const movies = films.map((film) => ({ ...film, rights: 'Public domain' }));
  const list = { version: 1, name: 'The shelf', movies };
  const headers = { 'access-control-allow-origin': '*' };
  const fake = await startFake(({ url: { pathname } }) =>
    pathname === '/list.json'
      ? { body: list }
      : { ...(find(pathname) ?? { status: 404 }), headers },
  );
  try {
    const cinema = await openCinema({ MANIFEST: `${fake.url}/list.json` });
    const close = async () => {
      await cinema.close();
      await fake.close();
    };
    return { fake, cinema, close };
  } catch (error) {
    await fake.close();
    throw error;
  }
}
