import { expect, it, vi } from 'vitest';
import { Visits } from '../../../api/publish/visits.ts';

it('draws default avatars without the thread that renders pages', async () => {
  const pool = { render: vi.fn() };
  const visits = new Visits({ pool } as unknown as ConstructorParameters<typeof Visits>[0]);
  const avatar = await visits.render('/avatars/al-3.svg');
  expect([avatar.status, avatar.contentType]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(avatar.body.toString()).toContain('<svg');
  expect((await visits.render('/avatars/al-99.svg')).status).toBe(404);
  expect(pool.render).not.toHaveBeenCalled();
});
