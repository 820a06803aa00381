import { describe, expect, it } from 'vitest';
import type { Document } from '../../../api/contract/documents.ts';
import { type TakeOverTools, takeOver } from '../../../src/islands/editor/take-over/take-over.ts';
import { ApiFailure } from '../../../src/lib/api.ts';
import { setSite } from '../../../src/lib/site.ts';
import type { Draft } from '../../../src/stores/post-drafts.ts';

setSite();

const ID = 'a'.repeat(24);
const SEO = { title: '', description: '', canonical: '', image: '', noindex: false };

const draftOf = (fields: Partial<Draft> = {}): Draft => ({
  id: 'local',
  owner: 'u',
  target: 'new',
  keptAt: 1,
  title: 'Kept',
  category: 'javascript',
  image: '',
  ops: [{ insert: 'Words' }],
  ...fields,
});

const documentOf = (fields: Partial<Document> = {}): Document => ({
  _id: ID,
  postId: null,
  userId: 'u',
  kind: 'post',
  title: 'Old',
  category: 'javascript',
  content: '',
  image: '',
  imageAlt: '',
  imageFocus: '',
  language: '',
  tags: ['Craft'],
  slug: '',
  status: 'draft',
  scheduledAt: null,
  revision: 3,
  publishedRevision: null,
  address: null,
  seo: SEO,
  series: null,
  featured: true,
  trashedAt: null,
  createdAt: '',
  updatedAt: 'then',
  ...fields,
});

/** A server with these documents, and a browser. */
function world(documents: Document[] = []) {
  const stored = new Map(documents.map((document) => [document._id, document]));
  const kept: Draft[] = [];
  const changes: object[] = [];
  const tools: TakeOverTools = {
    newClientId: () => ID,
    toHtml: async (ops) => `<p>${ops.map(({ insert }) => insert).join('')}</p>`,
    store: async (draft) => void kept.push(draft),
    server: {
      async create({ clientId = '', postId: _, ...fields }) {
        const found = stored.get(clientId);
        if (found) return found;
        const made = documentOf({ ...(fields as Partial<Document>), _id: clientId, revision: 1 });
        stored.set(clientId, made);
        return made;
      },
      async get(id) {
        const found = stored.get(id);
        if (!found) throw new ApiFailure(404, 'Post not found.');
        return found;
      },
      async update(id, { revision, ...fields }) {
        changes.push(fields);
        const before = stored.get(id) ?? documentOf();
        if (before.revision !== revision) throw new ApiFailure(409, 'Changed.');
        const next = { ...before, ...(fields as Partial<Document>), revision: revision + 1 };
        stored.set(id, next);
        return next;
      },
      normalize: async ({ content = '' }) => content,
    },
  };
  return { tools, stored, kept, changes };
}

describe('taking over a draft of a browser', () => {
  it('makes one document of a new one, however often it is tried', async () => {
    const { tools, stored, kept } = world();
    expect(await takeOver(draftOf(), tools)).toBe(true);
    // The page was closed before the draft was deleted.
    expect(kept).toEqual([draftOf({ clientId: ID })]);
    expect(await takeOver(draftOf({ clientId: ID }), tools)).toBe(true);
    expect([...stored.values()]).toMatchObject([{ title: 'Kept', content: '<p>Words</p>' }]);
  });

  it('makes a page of a page', async () => {
    const { tools, stored } = world();
    expect(await takeOver(draftOf({ kind: 'page' }), tools)).toBe(true);
    expect([...stored.values()]).toMatchObject([{ kind: 'page', title: 'Kept' }]);
  });

  it('completes a document that has only its first words', async () => {
    const { tools, stored } = world([documentOf({ title: 'Ke', revision: 1 })]);
    expect(await takeOver(draftOf({ clientId: ID }), tools)).toBe(true);
    expect(stored.get(ID)).toMatchObject({ title: 'Kept', revision: 2 });
  });

  it('saves changes of a document, and only what the draft knows of', async () => {
    const { tools, changes } = world([documentOf()]);
    expect(await takeOver(draftOf({ target: ID, revision: 3 }), tools)).toBe(true);
    expect(changes).toEqual([{ title: 'Kept', content: '<p>Words</p>' }]);
  });

  it('saves changes from before documents had revisions, if the post is still the same', async () => {
    const { tools, stored } = world([documentOf()]);
    expect(await takeOver(draftOf({ target: ID, startedFrom: 'earlier' }), tools)).toBe(false);
    expect(await takeOver(draftOf({ target: ID }), tools)).toBe(false);
    expect(stored.get(ID)?.title).toBe('Old');
    expect(await takeOver(draftOf({ target: ID, startedFrom: 'then' }), tools)).toBe(true);
    expect(stored.get(ID)?.title).toBe('Kept');
  });

  it('continues what an earlier page sent without getting an answer', async () => {
    const { tools, stored } = world([documentOf({ title: 'Kep', revision: 4 })]);
    const draft = draftOf({ target: ID, revision: 3 });
    expect(await takeOver(draft, tools)).toBe(false);
    expect(await takeOver({ ...draft, unanswered: [{ title: 'Kep' }] }, tools)).toBe(true);
    expect(stored.get(ID)).toMatchObject({ title: 'Kept', revision: 5 });
  });

  it('overwrites neither a later version nor one in the trash', async () => {
    for (const document of [documentOf({ revision: 4 }), documentOf({ status: 'trashed' })]) {
      const { tools, changes } = world([document]);
      expect(await takeOver(draftOf({ target: ID, revision: 3 }), tools)).toBe(false);
      expect(changes).toEqual([]);
    }
  });

  it('needs nothing if the server has the same already', async () => {
    const same = documentOf({ title: 'Kept', content: '<p>Words</p>', revision: 9 });
    const { tools, changes } = world([same]);
    expect(await takeOver(draftOf({ target: ID, revision: 8 }), tools)).toBe(true);
    expect(changes).toEqual([]);
  });

  it('makes a new document of changes whose document was deleted for good', async () => {
    const { tools, stored, kept } = world();
    expect(await takeOver(draftOf({ target: 'b'.repeat(24), revision: 3 }), tools)).toBe(true);
    expect(kept).toEqual([draftOf({ clientId: ID })]);
    expect(stored.get(ID)).toMatchObject({ title: 'Kept' });
  });
});
