// What is needed together comes in one piece: on a slow line each of forty small files would cost a turn.
import { join } from 'node:path';
import type { Rolldown } from 'vite';

interface Graph {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

const SRC = join(import.meta.dirname, 'src');
const inSource = (file: string): string => join(SRC, file);
const START = ['main.tsx'].map(inSource);
const APP = ['app/mount.ts'].map(inSource);
/** What finds a film: comes first where one is opened by its address, and elsewhere only with the player. */
const JOURNEY = [].map(inSource);
/** Follows everywhere, so what it shares with others need not come twice. */
const BACKGROUND = ['app/background.ts'].map(inSource);
const FILM = ['features/watch/WatchPage.tsx', 'features/dev-video/DevVideoPage.tsx'].map(inSource);

/** These stay the same from one version to the next, and so does their piece in the browser's cache. */
const LIBRARIES = /node_modules.(?:react|react-dom|scheduler|react-router|i18next)./;
/** Asks for what is seen first, on every page. */
const QUERIES = /node_modules.@tanstack.query-core./;
/** Few and small, and no page is without. */
const ICONS = /node_modules.lucide-react./;

/** All that these modules cannot begin without. */
function reach(files: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...files];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** What is fetched later, but for films and what finds them. */
function later(files: ReadonlySet<string>, graph: Graph): string[] {
  return [...files]
    .flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => ![...FILM, ...JOURNEY].includes(id) && !files.has(id));
}

/** Each after those that it builds on: a piece takes along what its modules need, unless that has a piece already. */
const PIECES = ['start', 'journey', 'libraries', 'app', 'background', 'shared', 'film'] as const;

export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  const pieceOf = createPieces();
  return PIECES.map((piece, index) => ({
    debugName: piece,
    priority: PIECES.length - index,
    name: (id, graph) => (pieceOf(id, graph) === piece ? piece : null),
  }));
}

/** A build has one graph, which is known once the first module asks. */
function createPieces(): (id: string, graph: Graph) => (typeof PIECES)[number] | undefined {
  let reached: ReturnType<typeof reachedIn>;
  return (id, graph) => {
    reached ??= reachedIn(graph);
    // Of other packages no more comes along than is used: what their index names says nothing.
    if (LIBRARIES.test(id)) return 'libraries';
    if (ICONS.test(id)) return 'app';
    if (QUERIES.test(id)) return 'start';
    if (id.includes('node_modules')) return undefined;
    if (reached.start.has(id)) return 'start';
    // It sets out before the app is there: what both need is there before either.
    const isElsewhere = reached.app.has(id) || reached.background.has(id);
    if (reached.journey.has(id)) return isElsewhere ? 'start' : 'journey';
    if (reached.app.has(id)) return 'app';
    // The player must not wait for what only goes on beside it.
    if (reached.background.has(id)) return reached.film.has(id) ? 'app' : 'background';
    if (!reached.film.has(id)) return undefined;
    return reached.others.has(id) ? 'shared' : 'film';
  };
}

function reachedIn(graph: Graph) {
  const start = reach(START, graph);
  const app = reach(APP, graph);
  const others = reach(later(new Set([...start, ...app]), graph), graph);
  const [journey, background] = [reach(JOURNEY, graph), reach(BACKGROUND, graph)];
  return { start, app, journey, background, film: reach(FILM, graph), others };
}
