import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document, DocumentList } from '../../api/contract/documents.ts';
import { percentile } from '../../bench/support/figures.ts';
import { until, type Visitor, visit } from '../faults/support/site.ts';
import { isFullRun } from '../support/full-run.ts';
import { expectWithin } from '../support/timing.ts';
import type { Cluster, Node } from './support/cluster.ts';
import { startClusterOn, TRIED } from './support/engines.ts';

const POSTS = isFullRun ? 100 : 8;
const APART_MS = 200;

const NODES = isFullRun ? 3 : 2;

describe.each(TRIED)('scheduled posts on several nodes on %s', (engine) => {
  let cluster: Cluster;
  let admin: Visitor;

  beforeAll(async () => {
    cluster = await startClusterOn(engine, { nodes: NODES });
    admin = await visit(cluster.nodes[0] as Node);
  });
  afterAll(() => cluster?.stop());

  async function api<T>(method: string, path: string, json?: unknown): Promise<T> {
    const answer = await admin.call(method, path, json);
    expect(answer.status, answer.text).toBeLessThan(300);
    return JSON.parse(answer.text) as T;
  }

  it('are published once each, and on time', async () => {
    const documents: Document[] = [];
    for (let n = 0; n < POSTS; n++) {
      const fields = { title: `Planned ${n}`, category: 'javascript', content: `<p>Text ${n}</p>` };
      documents.push(await api<Document>('POST', '/api/document/create', fields));
    }
    // Time to schedule them all, on a busy machine too.
    const begin = Date.now() + 10_000 + POSTS * 50;
    const dueAt = new Map<string, number>();
    for (const [n, { _id, revision }] of documents.entries()) {
      const at = begin + n * APART_MS;
      dueAt.set(_id, at);
      const json = { revision, at: new Date(at).toISOString() };
      await api('POST', `/api/document/publish/${_id}`, json);
    }
    const scheduled = '/api/document/getdocuments?status=scheduled';
    await until(async () => (await api<DocumentList>('GET', scheduled)).totalDocuments === 0);

    type Entry = { subject: string; at: string };
    const published = new Map<string, number[]>();
    for (let from = 0; from < POSTS; from += 20) {
      const path = `/api/audit?action=post.create&actor=system&startIndex=${from}&limit=20`;
      const { entries } = await api<{ entries: Entry[] }>('GET', path);
      for (const { subject, at } of entries) {
        published.set(subject, [...(published.get(subject) ?? []), Date.parse(at)]);
      }
    }
    expect([...published.keys()].sort()).toEqual([...dueAt.keys()].sort());
    const late = [...published].map(([id, [at = 0, ...more]]) => {
      expect(more, 'published again').toEqual([]);
      return at - (dueAt.get(id) ?? 0);
    });
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expectWithin(percentile(late, 0.95), 1_000);
    for (const { url } of cluster.nodes) {
      await until(async () => (await fetch(`${url}/post/planned-${POSTS - 1}`)).status === 200);
    }
  });
});
