import { expect } from 'vitest';
import type { Comment } from '../../../api/contract/comments.ts';
import type { Notification } from '../../../api/contract/notifications.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makeUser } from '../../support/database.ts';
import { draft, type Scene, scene } from '../comments/support.ts';
import { MAIL } from '../mail/support.ts';

export interface Talk extends Scene {
  /** The author of the post. */
  owner: UserRow;
  /** Lets time pass. */
  wait(ms: number): void;
  now(): Date;
  /** Writes a comment, a second after the one before. */
  write(user: UserRow, content: string, more?: object): Promise<Comment>;
  /** Returns a member's notifications, newest first. */
  listOf(user: UserRow): Promise<Notification[]>;
  /** `kind commentId` of each notification. */
  kindsOf(user: UserRow): Promise<string[]>;
  unreadOf(user: UserRow): Promise<number>;
  moderate(comment: Pick<Comment, '_id'>, action: string, more?: object): Promise<void>;
  /** Changes the site's settings. */
  settings(json: object): Promise<void>;
  put(line: string, json: object, as: UserRow): Promise<unknown>;
}

/** A site with mail, a post, and members who comment on it. */
export async function talk(options: Parameters<typeof scene>[0] = {}): Promise<Talk> {
  // Tomorrow at noon: hours away from the daily mail, and after the scene's comment.
  let now = new Date().setUTCHours(36, 0, 0, 0);
  const limit = { points: 1_000, duration: 60 };
  const s = await scene({
    env: MAIL,
    ...options,
    services: { now: () => new Date(now) },
    limits: { comment: limit, edit: limit, report: limit, ...options.limits },
  });
  const owner = await makeUser(s.database, { id: s.post.userId, username: 'owner' });
  const put = async (line: string, json: object, as: UserRow) => {
    const { status, body } = await s.call(`PUT ${line}`, { json, as });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const read = async (as: UserRow) => {
    const { status, body } = await s.call('GET /api/notifications?limit=100', { as });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  return {
    ...s,
    owner,
    put,
    wait(ms) {
      now += ms;
    },
    now: () => new Date(now),
    async write(user, content, more = {}) {
      now += 1_000;
      const json = draft(s, user, content, more);
      const { status, body } = await s.call('POST /api/comment/create', { json, as: user });
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    listOf: async (user) => (await read(user)).notifications,
    kindsOf: async (user) =>
      (await read(user)).notifications.map((n: Notification) => `${n.kind} ${n.commentId}`),
    unreadOf: async (user) => (await read(user)).unread,
    async moderate({ _id }, action, more = {}) {
      now += 1_000;
      await put(`/api/comment/moderate/${_id}`, { action, ...more }, s.admin);
    },
    async settings(json) {
      await put('/api/settings', json, s.admin);
    },
  };
}
