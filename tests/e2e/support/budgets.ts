/**
 * What a page may weigh, in bytes as they are transferred: its HTML, styles, scripts and fonts when
 * it is opened on a phone with an empty cache. Pictures and the answers of the API are not in it. A
 * change that needs more room has to say so here.
 */
export interface Budget {
  /** What is opened; `{slug}` and `{id}` are those of a post with code, quotes and pictures. */
  path: string;
  /** Who opens it. */
  as: 'guest' | 'admin';
  /** HTML, styles, scripts and fonts together. */
  bytes: number;
  /** Of which scripts. */
  scriptBytes: number;
  /** Requests of every kind, pictures and answers of the API included. */
  requests: number;
}

const KB = 1000;
/** Pages for reading carry the navigation bar's few lines of script and nothing else. */
const READING = { as: 'guest', scriptBytes: 7 * KB } as const;

export const BUDGETS: Record<string, Budget> = {
  // One is the helper by which the sign-out question is loaded when somebody signs out.
  home: { ...READING, path: '/', bytes: 68 * KB, requests: 19 },
  post: { ...READING, path: '/post/{slug}', bytes: 90 * KB, requests: 20 },
  archive: { ...READING, path: '/archive', bytes: 66 * KB, requests: 16 },
  about: { ...READING, path: '/about', bytes: 67 * KB, requests: 17 },
  'not found': { ...READING, path: '/nothing-here', bytes: 66 * KB, requests: 19 },
  search: { path: '/search', as: 'guest', bytes: 140 * KB, scriptBytes: 81 * KB, requests: 38 },
  'sign-in': { path: '/signin', as: 'guest', bytes: 138 * KB, scriptBytes: 77 * KB, requests: 27 },
  'sign-up': { path: '/signup', as: 'guest', bytes: 138 * KB, scriptBytes: 77 * KB, requests: 27 },
  dashboard: {
    path: '/dashboard',
    as: 'admin',
    bytes: 175 * KB,
    scriptBytes: 117 * KB,
    // How many of the pictures below the screen are fetched ahead is up to the browser: 50 to 54.
    requests: 56,
  },
  profile: {
    path: '/dashboard?tab=profile',
    as: 'admin',
    bytes: 145 * KB,
    scriptBytes: 86 * KB,
    // Two are what its dialogs share with "Confirm it's you", which itself is loaded when it is
    // needed.
    requests: 38,
  },
  'create-post': {
    path: '/create-post',
    as: 'admin',
    // 17 bytes over 208: the client confirms who is at the keyboard and repeats the call.
    bytes: 209 * KB,
    scriptBytes: 145 * KB,
    requests: 36,
  },
  'update-post': {
    path: '/update-post/{id}',
    as: 'admin',
    bytes: 225 * KB,
    scriptBytes: 145 * KB,
    requests: 40,
  },
};
