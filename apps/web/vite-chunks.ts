// Vite's own splitting makes 10 files for home and 54 for a title; these groups make few. `npm run bench:home` measures
// the first page, and `npm run bench:first-frame` a click on a title.
import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;
type Modules = ReadonlySet<string>;

const inSource = (file: string): string => join(import.meta.dirname, 'src', file);
/** main.tsx imports these dynamically. */
const APP = ['app/App.tsx', 'app/background.ts'].map(inSource);
const PLAYER = inSource('features/watch/WatchPage.tsx');
const DEV_PLAYER = inSource('features/dev-video/DevVideoPage.tsx');
/** Needs little of the player, so other pages must not load the player for it. */
const CONTROLLERS = inSource('app/game-controllers.ts');

/** Libraries that rarely change between versions, so their chunk stays in the browser's cache. */
const LIBRARIES = /node_modules.(?:react|react-dom|scheduler|react-router|i18next)./;
/** Small, and shared by Discover, the library and its rows on the home page. */
const ROWS = /web.src.ui.(?:Carousel|carousel-scroll|SelectField)\b/;
const ICONS = /node_modules.lucide-react./;

export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let chunks: Readonly<Record<string, Modules>> | undefined;
  const named = (name: string, priority: number): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    priority,
    name: (id, graph) => {
      chunks ??= chunksIn(graph);
      return chunks[name]?.has(id) ? name : null;
    },
  });
  return [
    { name: 'libraries', test: LIBRARIES, priority: 6 },
    { name: 'start', tags: ['$initial'], priority: 5 },
    named('app', 4),
    { name: 'icons', test: ICONS, minShareCount: 2, priority: 3 },
    named('shared', 2),
    named('player', 1),
    { name: 'rows', test: ROWS, priority: 0 },
  ];
}

function chunksIn(graph: Graph): Readonly<Record<string, Modules>> {
  const player = staticImports(PLAYER, graph);
  const app = new Set(APP.flatMap((id) => [...staticImports(id, graph)]));
  const pages = [...app]
    .flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => ![PLAYER, DEV_PLAYER, CONTROLLERS].includes(id));
  const ofPages = new Set(pages.flatMap((id) => [...staticImports(id, graph)]));
  return { app, player, shared: player.intersection(ofPages) };
}

/** Finds direct and indirect imports outside packages: the index of a package names modules that are not used. */
function staticImports(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id) || id.includes('node_modules')) return found;
  found.add(id);
  for (const one of graph.getModuleInfo(id)?.importedIds ?? []) staticImports(one, graph, found);
  return found;
}
