/**
 * Size limits of pages, in transferred bytes: HTML, styles, scripts and fonts on a phone with an
 * empty cache, without pictures and API responses. A change that needs more has to raise a limit
 * here. The names of files, which change with each change, compress to 20 bytes more or fewer, so
 * leave 0.1 KB of room.
 */
export interface Budget {
  /** Path. `{slug}` and `{id}` are those of a post with code, quotes and pictures. */
  path: string;
  /** The visitor. */
  as: 'guest' | 'admin';
  /** HTML, styles, scripts and fonts together. */
  bytes: number;
  /** Scripts alone. */
  scriptBytes: number;
  /** All requests, including pictures and API calls, but not the favicon. */
  requests: number;
  /** A selector of what's shown when the last code has loaded, unless that's soon. */
  until?: string;
}

const KB = 1000;
/**
 * Reading pages have only the few lines of script that open the menu and the search dialog, keep
 * what is typed until then, and count views.
 */
const READING = { as: 'guest', scriptBytes: 7.1 * KB } as const;

export const BUDGETS: Record<string, Budget> = {
  home: { ...READING, path: '/', bytes: 75 * KB, requests: 19 },
  // 1.2 KB wait until comments and stories come into view, and say so if that fails. 0.2 KB open
  // pictures large.
  post: {
    ...READING,
    path: '/post/{slug}',
    bytes: 90 * KB,
    scriptBytes: 8.6 * KB,
    requests: 22,
  },
  archive: { ...READING, path: '/archive', bytes: 66 * KB, requests: 16 },
  about: { ...READING, path: '/about', bytes: 67 * KB, requests: 17 },
  'not found': { ...READING, path: '/nothing-here', bytes: 66 * KB, requests: 19 },
  // Without React: 4 KB are the filters and the results, 3 KB ask the API and mark words in any
  // script, and 2 KB fill a row. The static index loads only where there is no API.
  search: { path: '/search', as: 'guest', bytes: 70 * KB, scriptBytes: 17 * KB, requests: 15 },
  'sign-in': {
    path: '/signin',
    as: 'guest',
    bytes: 138.8 * KB,
    scriptBytes: 78.6 * KB,
    requests: 27,
  },
  'sign-up': {
    path: '/signup',
    as: 'guest',
    bytes: 138.5 * KB,
    scriptBytes: 78.5 * KB,
    requests: 27,
  },
  dashboard: {
    path: '/dashboard',
    as: 'admin',
    // 4 KB are the charts of views, what happened since the last visit, and the Media tab. 0.5 KB
    // are the panel "System", which also makes a request, and 0.3 KB what writers chose in this
    // browser, with another one. 0.2 KB are shared with the pages for writing.
    // 1 KB are the warnings about mail and publishing, and the first start: whether it's finished.
    // 0.1 KB is the tab for imports, 0.1 KB counts pages that aren't live, 0.2 KB are shared parts.
    bytes: 164.3 * KB,
    scriptBytes: 108 * KB,
    // 59 to 64: the browser decides how many pictures below the screen it prefetches. Two are the
    // reminder of a second factor: its call, and the client for it. Two are views and news.
    requests: 64,
  },
  profile: {
    path: '/dashboard?tab=profile',
    as: 'admin',
    // 0.2 KB are the values of the site's settings, which no script has anymore, and the switches
    // in forced colors. 0.8 KB are the site's eight accents, and what the settings share with
    // other tabs and the pages for writing. 0.2 KB are the tab of own pages, 0.9 KB files that the
    // first start shares, and 0.7 KB fields that it shares with the editor.
    bytes: 151.7 * KB,
    // 0.1 KB keep the characters of names and biographies whole. 2 KB are the switch for single
    // keys, and the message that undoes publishing.
    scriptBytes: 90 * KB,
    // Two are shared by its dialogs and "Confirm it's you", which is loaded on demand. One is what
    // writers chose in this browser.
    requests: 40,
  },
  'create-post': {
    path: '/create-post',
    as: 'admin',
    // React and Quill are 95 KB, the fonts 41 KB. What only the editor needs at once is one file
    // (`scripts/chunks.ts`). Panels, dialogs, details, the recorder, and the styles of all that
    // load when they're needed: with the first change, with the cursor in the text, or later. 1.3
    // KB are the bell. The utilities of reading pages are there twice (src/styles/desk.css): 4 KB
    // more here, 3 KB fewer for readers. 0.5 KB are a file that it shares with the search page.
    // 0.1 KB keep the last words while the page closes, and 0.2 KB are styles for forced colors.
    // 0.8 KB are styles of screens of the dashboard, and the policy for frames. 0.9 KB are for own
    // pages, which it also writes.
    bytes: 237.3 * KB,
    scriptBytes: 164.9 * KB,
    requests: 39,
  },
  'update-post': {
    path: '/update-post/{id}',
    as: 'admin',
    // 15 KB are the italics of the post, and 20 KB what blocks, details and suggestions need. 59 KB
    // color its code, a second after the text is shown. 0.5 KB are shared with the search page. 1.1
    // KB are for own pages, which it also writes. 0.1 KB are the icon and styles of imports.
    bytes: 329.4 * KB,
    scriptBytes: 243.8 * KB,
    requests: 60,
    until: '.ql-editor .ql-token',
  },
};
