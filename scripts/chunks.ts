/** Groups modules of the browser's code into files. */

/** What the bundler knows about a module. */
interface Module {
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

interface Context {
  getModuleInfo(id: string): Module | null;
}

/** What the pages for writing load at once. */
const EDITOR = /\/src\/islands\/editor\/(?:PostForm|quill\/QuillEditor)\.tsx$/;
/** What other pages load. */
const ELSEWHERE =
  /\/src\/(?:islands\/(?!editor\/|ui\/)|scripts\/)|\/node_modules\/@?(?:astrojs|nanostores)\//;
const SHARED =
  /\/(?:api\/contract\/(?:users|posts)|src\/(?:lib\/tab-storage|islands\/ui\/request))\.ts$/;
const SIGNED_IN =
  /\/src\/.+\/(?:guard|Guard|Dialog|useNow|preferences)\.tsx?$|\/src\/lib\/trusted-types\.ts$|nanostores\/(?:react|listen-keys)\//;
const SEARCH =
  /\/src\/(?:lib\/search\/(?:search|missed|query|words)|scripts\/search\/marked)\.ts$|\/db\/(?:words|matches)\.ts$/;
const CARDS =
  /\/src\/lib\/(?:format|pictures|reading-time|category|page-values)\.ts$|\/contract\/(?:addresses|generated-cover|site)\.ts$/;
const UI =
  /\/src\/icons\/(?:Icon|icons)\.|\/src\/islands\/ui\/(?:Alert|Button|Skeleton|useLatestRequest)\./;

/**
 * Modules that load together, as one file each: it's smaller than several, and keeps its size when
 * an island needs only some of them.
 */
export const codeSplitting = {
  groups: [
    // What every page loads.
    { name: 'page', test: /\/src\/(?:scripts\/nav-bar|stores\/toasts)\.ts$/ },
    // Needed by `ui`, and by scripts that must not load React.
    { name: 'small', test: /\/src\/(?:icons\/bell|islands\/ui\/keep-whole)\.ts$/ },
    // What the search page and the search dialog need.
    { name: 'search', test: SEARCH, includeDependenciesRecursively: false },
    // What shows a post in a list.
    { name: 'cards', test: CARDS },
    // Needed by the pages of users, and by scripts that must not load React.
    { name: 'bell', test: /\/src\/(?:scripts\/bell|stores\/unread)\.ts$/ },
    { name: 'shared', test: SHARED, includeDependenciesRecursively: false },
    // What every page with an island loads.
    { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
    // What nearly every island needs.
    { name: 'ui', test: UI },
    // What the dashboard and the editor need.
    { name: 'signed-in', test: SIGNED_IN, includeDependenciesRecursively: false },
    // The editor: 40 files would be 10 KB larger.
    {
      name: (id: string, context: Context) => (isEditorOnly(id, context) ? 'editor' : null),
      includeDependenciesRecursively: false,
    },
  ],
};

/** Vite's plugin for `includeDependenciesRecursively: false`, which needs this setting. */
export const partialGroups = {
  name: 'inkwell:partial-groups',
  configEnvironment: (name: string) =>
    name === 'client'
      ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' as const } } }
      : undefined,
};

/** Whether only the pages for writing load a module, and do so at once. */
function isEditorOnly(id: string, context: Context): boolean {
  const isEager = isReached(id, EDITOR, ({ importers }) => importers, context);
  return isEager && !isReached(id, ELSEWHERE, allImporters, context);
}

function allImporters({ importers, dynamicImporters }: Module): string[] {
  return [...importers, ...dynamicImporters];
}

/** Whether a module that `from` matches imports this one, directly or through others. */
function isReached(
  id: string,
  from: RegExp,
  importersOf: (module: Module) => readonly string[],
  context: Context,
  seen = new Set<string>(),
): boolean {
  if (from.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const module = context.getModuleInfo(id);
  if (!module) return false;
  return importersOf(module).some((one) => isReached(one, from, importersOf, context, seen));
}
