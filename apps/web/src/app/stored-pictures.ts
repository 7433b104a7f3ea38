// Shows the server's copies of TMDB's pictures while TMDB's image host can't be reached.
import { config } from '#config.ts';
import { librarySummary } from '#data/catalog/library.ts';
import { queryClient } from '#data/query-client.ts';

/** Runs until `signal` aborts. */
export function watchPictures(page: Document, signal: AbortSignal): void {
  const failed = new WeakMap<HTMLImageElement, string>();
  async function replace(image: HTMLImageElement, src: string, name: string): Promise<void> {
    const folder = await copiesFolder();
    if (image.src !== src) return;
    if (folder === undefined) image.dispatchEvent(new Event('error'));
    else image.src = `${folder}/${name}`;
  }
  function onError(event: Event): void {
    const image = event.target;
    if (!(image instanceof HTMLImageElement)) return;
    const { src } = image;
    const name = nameOnTmdb(src);
    // The image has no copy, or has already failed.
    if (name === undefined || failed.get(image) === src) return;
    failed.set(image, src);
    // Components remove an image that failed.
    event.stopPropagation();
    void replace(image, src, name);
  }
  // Errors of images don't bubble.
  page.addEventListener('error', onError, { capture: true, signal });
}

/** The last part of the path, which is the same for every size. */
function nameOnTmdb(src: string): string | undefined {
  return src.startsWith(`${config.TMDB_IMAGE_URL}/t/p/`)
    ? src.slice(src.lastIndexOf('/') + 1)
    : undefined;
}

/** Undefined for visitors who may not see the library. */
async function copiesFolder(): Promise<string | undefined> {
  try {
    return (await queryClient.fetchQuery(librarySummary())).pictures;
  } catch {
    return undefined;
  }
}
