/** A thread that empties the search index of earlier releases (db/queries/former-words.ts). */
import { workerData } from 'node:worker_threads';
import { connect } from '../../../db/sqlite-file.ts';

const connection = connect((workerData as { file: string }).file, false);
connection.exec(`insert into posts_fts (posts_fts) values ('delete-all')`);
connection.close();
