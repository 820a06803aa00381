import type { Db } from '../../db/client.ts';
import { findTitleOfOthers } from '../../db/queries/series.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can } from '../access/permissions.ts';
import { slugOf } from './slug.ts';
import { tagSlug } from './tags.ts';

const MAX_LENGTH = 80;

/**
 * Returns the slug of a series: as for tags, "C++" and "C#" differ, and letter case is ignored.
 * Titles made only of symbols are distinguished by their code points.
 */
export function seriesSlug(title: string): string {
  const symbols = Array.from(title.replaceAll(/\s/g, ''), (character) =>
    (character.codePointAt(0) ?? 0).toString(16),
  );
  return tagSlug(title) || symbols.join('-').slice(0, MAX_LENGTH) || slugOf(title);
}

/**
 * Returns the title for a series when a user publishes a post with the series title `typed`.
 * Authors can title a series only while it has no public posts by others.
 */
export async function seriesTitle(
  tx: Db,
  typed: string,
  user: Pick<UserRow, 'id' | 'role'>,
): Promise<string> {
  if (typed === '' || can(user, 'document.write')) return typed;
  return (await findTitleOfOthers(tx, typed, user.id)) ?? typed;
}
