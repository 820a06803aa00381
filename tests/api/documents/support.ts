import type { Document } from '../../../api/contract/documents.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { type Answer, type TestApp, type TestAppOptions, testApp } from '../../support/app.ts';
import { makeUser } from '../../support/database.ts';

export const FIELDS = { title: 'A draft', category: 'reactjs', content: '<p>Some text</p>' };

export interface Desk extends TestApp {
  admin: UserRow;
  editor: UserRow;
  author: UserRow;
  other: UserRow;
  reader: UserRow;
  /** Creates a draft of `author`. */
  draft(fields?: object): Promise<Document>;
  /** Creates and publishes one. */
  published(fields?: object): Promise<Document>;
  post(line: string, json?: object, as?: UserRow): Promise<Answer>;
  read(id: string): Promise<Document>;
}

/** Creates an app with a user of each role. */
export async function desk(options?: TestAppOptions): Promise<Desk> {
  const app = await testApp(options);
  const { database, call } = app;
  const admin = await makeUser(database, { role: 'administrator' });
  const editor = await makeUser(database, { role: 'editor' });
  const author = await makeUser(database, { role: 'author' });
  const other = await makeUser(database, { role: 'author' });
  const reader = await makeUser(database);
  const draft = async (fields: object = {}) => {
    const json = { ...FIELDS, ...fields };
    return (await call('POST /api/document/create', { json, as: author })).body as Document;
  };
  return {
    ...app,
    admin,
    editor,
    author,
    other,
    reader,
    draft,
    async published(fields) {
      const { _id, revision } = await draft(fields);
      const line = `POST /api/document/publish/${_id}`;
      return (await call(line, { json: { revision }, as: author })).body.document;
    },
    post: (line, json, as = author) => call(`POST /api/document/${line}`, { json, as }),
    read: async (id) => (await call(`GET /api/document/${id}`, { as: admin })).body,
  };
}
