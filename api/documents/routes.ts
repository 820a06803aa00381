import { Hono } from 'hono';
import { findTitles } from '../../db/queries/post-titles.ts';
import type { DocumentList } from '../contract/documents.ts';
import { BadRequestError } from '../errors.ts';
import { body, optionalBody, query } from '../http/body.ts';
import { sendJson } from '../http/content-page.ts';
import type { ApiEnv } from '../http/context.ts';
import { onlyMethods } from '../http/errors.ts';
import { may } from '../http/guards.ts';
import { POST_BODY } from '../http/read-body.ts';
import { toPost } from '../post-fields/serialize.ts';
import type { Services } from '../services.ts';
import { completeUploadsIn } from '../uploads/uploads.ts';
import {
  discardChanges,
  nameVersion,
  readTimeline,
  readVersion,
  restoreVersion,
} from './history.ts';
import {
  addressQuery,
  type DocumentFieldsInput,
  documentChangesInput,
  documentsQuery,
  newDocumentInput,
  previewLinkInput,
  publishInput,
  restoreRevisionInput,
  titlesQuery,
  versionNameInput,
} from './input.ts';
import {
  deleteForGood,
  duplicate,
  moveToTrash,
  publishNowOrAt,
  restoreFromTrash,
  unpublish,
  unschedule,
} from './lifecycle.ts';
import { listAuthors, readList } from './list.ts';
import { checkPath } from './page-path.ts';
import { createPreviewLink, listWorkingLinks, revokePreviewLinks } from './preview.ts';
import { republish } from './republish.ts';
import { createDocument, saveDocument } from './save.ts';
import { toDocument } from './serialize.ts';
import { listUsedSeries, listUsedTags } from './suggestions.ts';
import { readDocument, requireOwn } from './write.ts';

/** Suggestions for a link. */
const MAX_TITLES = 8;

const picturesIn = ({ image, content, seo }: DocumentFieldsInput) => [image, content, seo?.image];

/** `/api/document`: posts as their writers work on them. */
export function documentRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .route('/', savingRoutes(services))
    .route('/', lifecycleRoutes(services))
    .route('/', historyRoutes(services))
    .route('/', readingRoutes(services));
}

function savingRoutes(services: Services) {
  const { read } = services.database;
  const write = may('document.write');
  return new Hono<ApiEnv>()
    .post('/create', write, body(newDocumentInput, POST_BODY), async (c) => {
      const input = c.req.valid('json');
      await completeUploadsIn(services, c.var, picturesIn(input));
      const { document, isNew } = await createDocument(services, c.var, input);
      return c.json(await toDocument(read, document), isNew ? 201 : 200);
    })
    .all('/create', onlyMethods('POST'))
    .put('/update/:id', write, body(documentChangesInput, POST_BODY), async (c) => {
      const input = c.req.valid('json');
      await completeUploadsIn(services, c.var, picturesIn(input));
      const document = await saveDocument(services, c.var, c.req.param('id'), input);
      return c.json(await toDocument(read, document));
    })
    .post('/discard/:id', write, async (c) =>
      c.json(await toDocument(read, await discardChanges(services, c.var, c.req.param('id')))),
    )
    .post('/duplicate/:id', write, async (c) =>
      c.json(await toDocument(read, await duplicate(services, c.var, c.req.param('id'))), 201),
    );
}

function lifecycleRoutes(services: Services) {
  const { read } = services.database;
  return new Hono<ApiEnv>()
    .post('/publish/:id', may('post.publish'), body(publishInput), async (c) => {
      const { revision, at } = c.req.valid('json');
      const result = await publishNowOrAt(services, c.var, c.req.param('id'), { revision, at });
      const document = await toDocument(read, result.document);
      const post = result.post && toPost(result.post);
      return c.json({ document, post, ...(!result.isLive && { live: false as const }) });
    })
    .post('/republish/:id', may('post.publish'), body(restoreRevisionInput), async (c) => {
      const result = await republish(services, c.var, c.req.param('id'), c.req.valid('json'));
      return c.json({
        document: await toDocument(read, result.document),
        post: toPost(result.post),
        ...(!result.isLive && { live: false as const }),
      });
    })
    .post('/unschedule/:id', may('post.publish'), async (c) =>
      c.json(await toDocument(read, await unschedule(services, c.var, c.req.param('id')))),
    )
    .post('/unpublish/:id', may('post.publish'), async (c) =>
      c.json(await toDocument(read, await unpublish(services, c.var, c.req.param('id')))),
    )
    .post('/trash/:id', may('post.delete'), async (c) =>
      c.json(
        await toDocument(read, (await moveToTrash(services, c.var, c.req.param('id'))).document),
      ),
    )
    .post('/restore/:id', may('post.delete'), async (c) =>
      c.json(await toDocument(read, await restoreFromTrash(services, c.var, c.req.param('id')))),
    )
    .delete('/delete/:id', may('post.delete'), async (c) => {
      await deleteForGood(services, c.var, c.req.param('id'));
      return c.json({ success: true, message: 'It has been deleted for good.' });
    });
}

function historyRoutes(services: Services) {
  const { read } = services.database;
  const write = may('document.write');
  return new Hono<ApiEnv>()
    .get('/revisions/:id', write, async (c) =>
      c.json({ revisions: await readTimeline(services, c.var.user, c.req.param('id')) }),
    )
    .get('/revisions/:id/:number', write, async (c) => {
      const number = numberOf(c.req.param('number'));
      return c.json(await readVersion(services, c.var.user, c.req.param('id'), number));
    })
    .put('/revisions/:id/:number', write, body(versionNameInput), async (c) => {
      const number = numberOf(c.req.param('number'));
      const { name } = c.req.valid('json');
      await nameVersion(services, c.var, c.req.param('id'), { number, name });
      return c.json({ success: true, message: 'The version has been named.' });
    })
    .post('/restorerevision/:id', write, body(restoreRevisionInput), async (c) => {
      const input = c.req.valid('json');
      const document = await restoreVersion(services, c.var, c.req.param('id'), input);
      return c.json(await toDocument(read, document));
    })
    .get('/previewlink/:id', write, async (c) => {
      const { id } = await readDocument(services, c.var.user, c.req.param('id'));
      return c.json({ links: await listWorkingLinks(services, id) });
    })
    .post('/previewlink/:id', write, optionalBody(previewLinkInput), async (c) => {
      const { days } = c.req.valid('json');
      return c.json(await createPreviewLink(services, c.var, c.req.param('id'), days), 201);
    })
    .delete('/previewlink/:id', write, async (c) => {
      await revokePreviewLinks(services, c.var, c.req.param('id'));
      return c.json({ success: true, message: 'All preview links have ended.' });
    });
}

function readingRoutes(services: Services) {
  const write = may('document.write');
  const { read } = services.database;
  return (
    new Hono<ApiEnv>()
      .get('/getdocuments', write, query(documentsQuery), async (c) => {
        const list = await readList(services, c.var.user, c.req.valid('query'));
        return sendJson<DocumentList>(c, list);
      })
      .get('/authors', write, async (c) => c.json({ authors: await listAuthors(read, c.var.user) }))
      .get('/tags', write, async (c) => c.json({ tags: await listUsedTags(read, c.var.user) }))
      .get('/series', write, async (c) =>
        c.json({ series: await listUsedSeries(read, c.var.user) }),
      )
      .get('/pageaddress', write, query(addressQuery), async (c) => {
        const { slug, documentId = '' } = c.req.valid('query');
        requireOwn(c.var.user, 'document.write', { userId: c.var.user.id, kind: 'page' });
        const { path, problem = null } = await checkPath(read, slug, documentId);
        return c.json({ path, problem });
      })
      .get('/titles', write, query(titlesQuery), async (c) =>
        c.json({ posts: await findTitles(read, c.req.valid('query').title, MAX_TITLES) }),
      )
      // Last: it matches any name.
      .get('/:id', write, async (c) =>
        c.json(await toDocument(read, await readDocument(services, c.var.user, c.req.param('id')))),
      )
  );
}

function numberOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new BadRequestError('The number of a revision must be a whole number.');
}
