import { isReserved } from '../../api/contract/addresses.ts';

/** Returns the name that a page gets: another one if a screen has it. */
export const pageName = (name: string) => (isReserved(name) ? `${name}-page` : name);
