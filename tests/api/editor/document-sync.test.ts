import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Document } from '../../../api/contract/documents.ts';
import { DocumentSync } from '../../../src/islands/editor/sync/document-sync.ts';
import type { DocumentServer, SyncState } from '../../../src/islands/editor/sync/types.ts';
import type { Values } from '../../../src/islands/editor/sync/values.ts';
import { ApiFailure } from '../../../src/lib/api.ts';
import type { Body } from '../../../src/lib/api-types.ts';

const CLIENT_ID = 'a'.repeat(24);
const SEO = { title: '', description: '', canonical: '', image: '', noindex: false };

function made(fields: Partial<Document> = {}): Document {
  return {
    _id: CLIENT_ID,
    postId: null,
    userId: 'u',
    kind: 'post',
    title: '',
    category: '',
    content: '',
    image: '',
    imageAlt: '',
    imageFocus: '',
    language: '',
    tags: [],
    slug: '',
    status: 'draft',
    scheduledAt: null,
    revision: 1,
    publishedRevision: null,
    address: null,
    seo: SEO,
    series: null,
    featured: false,
    trashedAt: null,
    createdAt: '',
    updatedAt: '',
    ...fields,
  };
}

/** Keeps one document, as the server does. `fail`: what the next calls throw. */
class FakeServer implements DocumentServer {
  stored: Document | null = null;
  calls: string[] = [];
  bodies: object[] = [];
  failures: (number | ApiFailure | 'lost answer')[] = [];
  /** Called between a call and its answer. */
  meanwhile: (() => void) | null = null;
  lastSave: object | null = null;

  async create({
    clientId = '',
    postId: _,
    ...fields
  }: Body<'POST /api/document/create'>): Promise<Document> {
    return await this.#answer('create', fields, () => {
      this.stored ??= made({ ...(fields as Partial<Document>), _id: clientId });
      return this.stored;
    });
  }

  async update(_id: string, { revision, ...fields }: { revision: number } & Values) {
    return await this.#answer('update', { ...fields, revision }, () => {
      if (!this.stored) throw new ApiFailure(404, 'Post not found.');
      if (revision !== this.stored.revision || this.stored.status === 'trashed') {
        throw new ApiFailure(409, 'Changed.');
      }
      const next = { ...this.stored, ...(fields as Partial<Document>), revision: revision + 1 };
      this.stored = next;
      return next;
    });
  }

  async get(): Promise<Document> {
    if (!this.stored) throw new ApiFailure(404, 'Post not found.');
    return this.stored;
  }

  async normalize({ content = '' }: Values): Promise<string> {
    return content.trim();
  }

  saveAtEnd(_id: string | null, body: object): void {
    this.lastSave = body;
  }

  async #answer(name: string, body: object, work: () => Document): Promise<Document> {
    this.calls.push(name);
    this.bodies.push(body);
    const failure = this.failures.shift();
    if (failure instanceof ApiFailure) throw failure;
    if (typeof failure === 'number') throw new ApiFailure(failure, 'No.');
    const document = work();
    this.meanwhile?.();
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (failure) throw new ApiFailure(0, 'The connection was lost.');
    return document;
  }
}

function open(document: Document | null = null, options: { mayExist?: boolean } = {}) {
  const server = new FakeServer();
  server.stored = document;
  const form: { values: Values } = { values: {} };
  const states: SyncState[] = [];
  const replaced: Document[] = [];
  const sync = new DocumentSync({
    server,
    kind: 'post',
    document,
    clientId: CLIENT_ID,
    ...options,
    values: () => form.values,
    onState: (state) => states.push(state),
    onReplaced: (next) => replaced.push(next),
  });
  const type = (values: Values) => {
    form.values = { ...form.values, ...values };
    sync.touch();
  };
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { server, sync, states, replaced, type, wait };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('autosave', () => {
  it('creates nothing until there is a title, text or picture', async () => {
    const { server, sync, type, wait } = open();
    type({ title: ' ', content: '<p><br></p>', category: 'javascript' });
    await wait(60_000);
    expect(server.calls).toEqual([]);
    expect(sync.state.status).toBe('blank');
    type({ title: 'Words' });
    await wait(1_100);
    expect(server.stored).toMatchObject({ _id: CLIENT_ID, title: 'Words', category: 'javascript' });
    expect(sync.state.status).toBe('saved');
  });

  it('saves a second after the last key, and every 1.5 seconds of typing without a pause', async () => {
    const { server, type, wait } = open(made({ title: 'A' }));
    for (let n = 0; n < 9; n++) {
      type({ title: 'A'.repeat(n + 2) });
      await wait(100);
    }
    expect(server.calls).toEqual([]);
    await wait(950);
    expect(server.calls).toEqual(['update']);
    for (let n = 0; n < 45; n++) {
      type({ title: 'B'.repeat(n + 1) });
      await wait(100);
    }
    expect(server.calls.length).toBeGreaterThanOrEqual(3);
    await wait(2_000);
    expect(server.stored?.title).toBe('B'.repeat(45));
  });

  it('sends only what changed, and a category with its label', async () => {
    const { server, type, wait } = open(made({ title: 'A', content: '<p>x</p>' }));
    type({ title: 'A', content: '<p>x</p>', category: 'rust', categoryLabel: 'Rust' });
    await wait(1_100);
    expect(server.bodies).toEqual([{ category: 'rust', categoryLabel: 'Rust', revision: 1 }]);
    type({ title: 'A' });
    await wait(1_100);
    expect(server.calls).toHaveLength(1);
  });

  it('never runs two calls at once, and then saves what was typed during a call', async () => {
    const { server, sync, type, wait } = open(made());
    server.meanwhile = () => {
      server.meanwhile = null;
      type({ title: 'Second' });
    };
    type({ title: 'First' });
    await wait(3_000);
    expect(server.bodies).toEqual([
      { title: 'First', revision: 1 },
      { title: 'Second', revision: 2 },
    ]);
    expect(sync.isDirty).toBe(false);
  });
});

describe('failures', () => {
  it('failures are retried with growing pauses, and at once when the browser is online again', async () => {
    const { server, sync, type, wait } = open(made());
    server.failures = [0, 503, 0, 0];
    type({ title: 'Kept' });
    await wait(1_001);
    expect(sync.state.status).toBe('offline');
    await wait(1_001);
    expect(sync.state.status).toBe('retrying');
    await wait(1_990);
    expect(server.calls).toHaveLength(2);
    await wait(10);
    expect(server.calls).toHaveLength(3);
    sync.retry();
    await wait(1);
    expect(server.calls).toHaveLength(4);
    sync.retry();
    await wait(20);
    expect(sync.state.status).toBe('saved');
    expect(server.stored?.title).toBe('Kept');
  });

  it('wait out a rate limit, even while the user types, and lose nothing', async () => {
    const { server, sync, type, wait } = open(made());
    server.failures = [new ApiFailure(429, 'Too many saves.', { retryAfter: 40 })];
    type({ title: 'One' });
    await wait(1_001);
    expect(sync.state.status).toBe('retrying');
    for (let second = 0; second < 39; second++) {
      type({ title: `One and ${second}` });
      await wait(1_000);
    }
    expect(server.calls).toHaveLength(1);
    await wait(2_000);
    expect(sync.state.status).toBe('saved');
    expect(server.stored?.title).toBe('One and 38');
  });

  it('a lost answer makes neither a second document nor a conflict', async () => {
    const { server, sync, type, wait } = open();
    server.failures = ['lost answer', 'lost answer'];
    type({ title: 'One' });
    await wait(1_100);
    type({ title: 'One and two' });
    await wait(10_000);
    expect(server.calls).toEqual(['create', 'create', 'create', 'update']);
    expect(server.stored).toMatchObject({ title: 'One and two', revision: 2 });

    server.failures = ['lost answer'];
    type({ title: 'Three', content: '<p>3</p> ' });
    await wait(1_100);
    type({ title: 'Four' });
    await wait(20_000);
    // Like the real server, it stores the content in another form than it was sent in.
    expect(sync.state.status).toBe('saved');
    expect(server.stored).toMatchObject({ title: 'Four', revision: 4 });
  });

  it('a save that arrives after a reload is not a conflict', async () => {
    const first = open(made({ title: 'A' }));
    first.type({ title: 'AB' });
    await first.wait(1_005);
    expect(first.sync.state.status).toBe('saving');
    // The page closes before the answer comes. What it sends then comes too late.
    const { unanswered } = first.sync;
    const { server, sync, states, type, wait } = open(made({ title: 'AB', revision: 2 }));
    type({ title: 'ABC' });
    sync.resume({ revision: 1, unanswered });
    await wait(1_100);
    expect(server.stored).toMatchObject({ title: 'ABC', revision: 3 });
    expect(states.map(({ status }) => status)).not.toContain('conflict');
    // What someone else saved is one.
    const other = open(made({ title: 'Theirs', revision: 2 }));
    other.type({ title: 'ABC' });
    other.sync.resume({ revision: 1, unanswered });
    await other.wait(1_100);
    expect(other.sync.state.status).toBe('conflict');
  });

  it('says that the session expired, and tries again with the next change', async () => {
    const { server, sync, type, wait } = open(made());
    server.failures = [401];
    type({ title: 'Mine' });
    await wait(60_000);
    expect([sync.state.status, server.calls.length]).toEqual(['signed-out', 1]);
    type({ title: 'Mine!' });
    await wait(1_100);
    expect([sync.state.status, server.stored?.title]).toEqual(['saved', 'Mine!']);
  });

  it('keeps a document that is gone, and saves it as a new one on request', async () => {
    const { server, sync, type, wait } = open(made({ title: 'Old' }));
    server.stored = null;
    type({ title: 'Rescued', content: '<p>x</p>' });
    await wait(1_100);
    expect(sync.state.status).toBe('gone');
    type({ title: 'Rescued!' });
    await wait(60_000);
    expect(server.calls).toHaveLength(1);
    const other = 'b'.repeat(24);
    const saved = sync.saveAsNew(other);
    await wait(100);
    await saved;
    expect(server.stored).toMatchObject({ _id: other, title: 'Rescued!', content: '<p>x</p>' });
    expect(sync.state.status).toBe('saved');
  });
});

describe('a conflict', () => {
  it('stops autosave until the author decides, and overwrites nothing', async () => {
    const { server, sync, type, wait } = open(made({ title: 'A' }));
    server.stored = made({ title: 'Theirs', revision: 5 });
    type({ title: 'Mine' });
    await wait(1_100);
    expect(sync.state).toMatchObject({ status: 'conflict', theirs: { title: 'Theirs' } });
    type({ title: 'Mine, longer' });
    await wait(60_000);
    expect(server.stored?.title).toBe('Theirs');
    const saved = sync.overwrite(server.stored);
    await wait(100);
    await saved;
    expect(server.stored).toMatchObject({ title: 'Mine, longer', revision: 6 });
  });

  it('a conflict can be ended by taking the other version', async () => {
    const { server, sync, replaced, type, wait } = open(made({ title: 'A' }));
    const theirs = made({ title: 'Theirs', revision: 5 });
    server.stored = theirs;
    type({ title: 'Mine' });
    await wait(1_100);
    sync.take(theirs);
    expect(replaced).toEqual([theirs]);
    await wait(60_000);
    expect(server.calls).toEqual(['update']);
    expect(sync.state).toMatchObject({ status: 'saved', document: { revision: 5 } });
  });

  it('tells a conflict with a trashed document from one with a live one', async () => {
    const { server, sync, type, wait } = open(made({ title: 'A' }));
    server.stored = made({ status: 'trashed' });
    type({ title: 'Mine' });
    await wait(1_100);
    expect(sync.state.status).toBe('trashed');
  });
});

describe('actions', () => {
  const publish = (document: Document) => async () =>
    ({ ...document, status: 'published' as const, publishedRevision: document.revision }) as const;

  it('publishing saves first, and cancels a pending autosave', async () => {
    const { server, sync, type, wait } = open();
    type({ title: 'Now', content: '<p>x</p>' });
    const published: number[] = [];
    const done = sync.act(
      async (document) => {
        published.push(document.revision);
        const next = await publish(document)();
        server.stored = next;
        return next;
      },
      { of: (document) => document },
    );
    await wait(60_000);
    expect(await done).toMatchObject({ status: 'published', revision: 1 });
    expect(server.calls).toEqual(['create']);
    expect(published).toEqual([1]);
    expect(sync.state).toMatchObject({ status: 'saved', document: { status: 'published' } });
  });

  it('text typed during the call is saved afterwards', async () => {
    const { server, sync, type, wait } = open(made({ title: 'A' }));
    const done = sync.act(
      async (document) => {
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        return document;
      },
      { of: (document) => document },
    );
    await wait(100);
    type({ title: 'Later' });
    await wait(4_800);
    expect(server.calls).toEqual([]);
    await wait(2_000);
    await done;
    expect(server.stored?.title).toBe('Later');
  });

  it('a version that was restored replaces the form, and nothing else is called', async () => {
    const { server, sync, replaced, wait } = open(made({ title: 'A' }));
    const restored = made({ title: 'Earlier', revision: 2 });
    await sync.act(async () => restored, { of: (document) => document, replaces: true });
    await wait(60_000);
    expect(replaced).toEqual([restored]);
    expect(server.calls).toEqual([]);
  });
});

it('an address that a page can’t have waits for another one, instead of being tried again', async () => {
  const { server, sync, type, wait } = open(made());
  server.failures.push(new ApiFailure(409, 'Taken.', { code: 'address' }));
  type({ slug: 'taken' });
  await wait(60_000);
  expect(sync.state).toMatchObject({ status: 'refused', error: { message: 'Taken.' } });
  expect(server.calls).toEqual(['update']);
  type({ slug: 'free' });
  await wait(5_000);
  expect(sync.state).toMatchObject({ status: 'saved', document: { slug: 'free' } });
});

describe('a closing page', () => {
  it('sends what is unsaved, unless that is too much for the browser', () => {
    const { server, sync, type } = open();
    sync.end();
    expect(server.lastSave).toBeNull();
    type({ title: 'Last words' });
    sync.end();
    expect(server.lastSave).toEqual({ title: 'Last words', kind: 'post', clientId: CLIENT_ID });
    server.lastSave = null;
    type({ content: 'x'.repeat(70_000) });
    sync.end();
    expect(server.lastSave).toBeNull();
  });

  it('continues a document that it may have created', async () => {
    const { server, sync, type, wait } = open(null, { mayExist: true });
    server.stored = made({ title: 'Sent by the closed page', revision: 1 });
    type({ title: 'Sent by the closed page', content: '<p>More</p>' });
    await wait(1_100);
    expect(server.stored).toMatchObject({ content: '<p>More</p>', revision: 2 });
    expect(sync.state.status).toBe('saved');
  });
});
