/** How many colors the default avatars come in; `public/avatars` holds one file a letter and color. */
export const AVATAR_COLORS = 6;

/**
 * The picture of a user who has not chosen one: `/avatars/{initial}-{n}.svg`. The initial is the first of
 * `a-z0-9` in the username (`_` without one), the color always the same for the same name in any letter case.
 */
export function defaultAvatar(username: string): string {
  const name = username.toLowerCase();
  const initial = /[a-z0-9]/.exec(name)?.[0] ?? '_';
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `/avatars/${initial}-${hash % AVATAR_COLORS}.svg`;
}
