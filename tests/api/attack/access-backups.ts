import type { Row } from './access-cast.ts';

const NAME = 'inkwell-2026-01-05T03-15-00Z.tar.gz';
const ADMINISTRATORS = (status: number): Row['expected'] => [401, 403, 403, status, status];

/** The calls about backups, which have everything. */
export const BACKUP_ACCESS: Row[] = [
  {
    what: 'list backups',
    route: 'GET /api/backups',
    call: () => ['/api/backups'],
    expected: ADMINISTRATORS(200),
  },
  {
    what: 'make a backup',
    route: 'POST /api/backups',
    call: () => ['/api/backups'],
    expected: ADMINISTRATORS(202),
  },
  {
    what: 'download a backup that is gone',
    route: 'GET /api/backups/:name',
    call: () => [`/api/backups/${NAME}`],
    expected: ADMINISTRATORS(404),
  },
  {
    what: 'delete a backup that is gone',
    route: 'DELETE /api/backups/:name',
    call: () => [`/api/backups/${NAME}`],
    expected: ADMINISTRATORS(404),
  },
];
