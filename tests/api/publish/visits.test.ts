import { expect, it } from 'vitest';
import { Visits } from '../../../api/publish/visits.ts';

it.each([
  ['/author/Ada', '/author/ada'],
  ['/author/ADA.L/rss.xml', '/author/ada.l/rss.xml'],
  ['/author/Ada/2', '/author/ada/2'],
])('%s redirects to the author page', async (path, location) => {
  const visits = new Visits({} as ConstructorParameters<typeof Visits>[0]);
  await expect(visits.render(path)).rejects.toMatchObject({ statusCode: 301, location });
});
