import { site } from '../../src/site.config.ts';

/** Names that would let somebody pass for the site or its staff; the site's own name is another. */
const RESERVED = `
  admin administrator administration root superuser sysadmin system owner webmaster postmaster
  hostmaster abuse support helpdesk help info security staff team editor editors moderator moderators
  mod mods official noreply mailerdaemon api www null undefined anonymous nobody
`;

/** Characters that look alike in one typeface or another become one. */
const LOOKALIKES: Record<string, string> = {
  0: 'o',
  1: 'i',
  l: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
};

/** Readers can't tell "4dm1n", "Ad-min" and "admin" apart. */
function skeleton(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[01l3457]/g, (character) => LOOKALIKES[character] ?? character);
}

const reserved = new Set([...RESERVED.trim().split(/\s+/), site.name].map(skeleton));

/** Could this username be taken for the site's or its staff's? */
export function isReserved(username: string): boolean {
  return reserved.has(skeleton(username));
}
