import { expect, it, vi } from 'vitest';
import { Visits } from '../../../api/publish/visits.ts';

it.each([
  ['/author/Ada', '/author/ada'],
  ['/author/ADA.L/rss.xml', '/author/ada.l/rss.xml'],
  ['/author/Ada/2', '/author/ada/2'],
])('%s redirects to the author page', async (path, location) => {
  const visits = new Visits({} as ConstructorParameters<typeof Visits>[0]);
  await expect(visits.render(path)).rejects.toMatchObject({ statusCode: 301, location });
});

it('draws default avatars without the thread that renders pages', async () => {
  const pool = { render: vi.fn() };
  const visits = new Visits({ pool } as unknown as ConstructorParameters<typeof Visits>[0]);
  const avatar = await visits.render('/avatars/al-3.svg');
  expect([avatar.status, avatar.contentType]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(avatar.body.toString()).toContain('<svg');
  expect((await visits.render('/avatars/al-99.svg')).status).toBe(404);
  expect(pool.render).not.toHaveBeenCalled();
});
