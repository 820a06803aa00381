import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { body } from '../http/body.ts';
import type { ApiEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import type { Services } from '../services.ts';
import {
  changeInput,
  changeSite,
  getSiteSettings,
  listVersions,
  restoreInput,
  restoreSite,
} from './change-site.ts';
import { finishFirstStep, firstStepInput, readFirstStart } from './first-start.ts';
import { changeOwnerSettings, ownerSettingsInput, readOwnerSettings } from './owner-settings.ts';
import { previewSite, previewSiteInput } from './preview-site.ts';

/** `/api/settings`: the owner's settings in the dashboard. */
export function settingsRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .get('/', may('settings.change'), async (c) =>
      c.json(await readOwnerSettings(services.database.read)),
    )
    .put('/', may('settings.change'), body(ownerSettingsInput), async (c) =>
      c.json(await changeOwnerSettings(services, c.var, c.req.valid('json'))),
    )
    .get('/first-start', may('settings.change'), async (c) =>
      c.json(await readFirstStart(services, c.var.user.id)),
    )
    .post('/first-start', may('settings.change'), body(firstStepInput), async (c) =>
      c.json(await finishFirstStep(services, c.var, c.req.valid('json').step)),
    )
    .get('/site', may('settings.change'), async (c) => c.json(await getSiteSettings(services)))
    .put('/site', may('settings.change'), body(changeInput), async (c) =>
      c.json(await changeSite(services, c.var, c.req.valid('json'))),
    )
    .get('/site/versions', may('settings.change'), async (c) =>
      c.json(await listVersions(services)),
    )
    .post('/site/restore', may('settings.change'), body(restoreInput), async (c) =>
      c.json(await restoreSite(services, c.var, c.req.valid('json').version)),
    )
    .post('/site/preview', may('settings.change'), body(previewSiteInput), async (c) => {
      const page = await previewSite(services, c.var.user.id, c.req.valid('json'));
      const headers = { 'Content-Type': page.contentType, 'Cache-Control': 'no-store' };
      return c.body(new Uint8Array(page.body), page.status as ContentfulStatusCode, headers);
    });
}
