import type { Row } from './access-cast.ts';

const ADMINISTRATORS = (status: number): Row['expected'] => [401, 403, 403, status, status];

/** The calls about the site's settings. None changes a value, so the version stays 0. */
export const SITE_ACCESS: Row[] = [
  {
    what: 'read the steps of the first start',
    route: 'GET /api/settings/first-start',
    call: () => ['/api/settings/first-start'],
    expected: ADMINISTRATORS(200),
  },
  {
    what: 'finish a step of the first start',
    route: 'POST /api/settings/first-start',
    call: () => ['/api/settings/first-start', { step: 'site' }],
    expected: ADMINISTRATORS(200),
  },
  {
    what: 'read the site’s settings',
    route: 'GET /api/settings/site',
    call: () => ['/api/settings/site'],
    expected: ADMINISTRATORS(200),
  },
  {
    what: 'change the site’s settings',
    route: 'PUT /api/settings/site',
    call: () => ['/api/settings/site', { version: 0, site: {} }],
    expected: ADMINISTRATORS(200),
  },
  {
    what: 'give the site’s settings a bad value',
    route: 'PUT /api/settings/site',
    call: () => ['/api/settings/site', { version: 0, site: { name: '' } }],
    expected: ADMINISTRATORS(400),
  },
  {
    what: 'list versions of the site’s settings',
    route: 'GET /api/settings/site/versions',
    call: () => ['/api/settings/site/versions'],
    expected: ADMINISTRATORS(200),
  },
  {
    what: 'restore the defaults of the site’s settings',
    route: 'POST /api/settings/site/restore',
    call: () => ['/api/settings/site/restore', { version: 0 }],
    expected: ADMINISTRATORS(200),
  },
  {
    what: 'restore a version of the site’s settings that is gone',
    route: 'POST /api/settings/site/restore',
    call: () => ['/api/settings/site/restore', { version: 99 }],
    expected: ADMINISTRATORS(404),
  },
  {
    what: 'preview the site’s settings',
    route: 'POST /api/settings/site/preview',
    call: () => ['/api/settings/site/preview', { site: {}, path: '/' }],
    expected: ADMINISTRATORS(200),
  },
  {
    what: 'preview the dashboard',
    route: 'POST /api/settings/site/preview',
    call: () => ['/api/settings/site/preview', { site: {}, path: '/dashboard' }],
    expected: ADMINISTRATORS(400),
  },
];
