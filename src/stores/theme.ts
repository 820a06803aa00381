import { computed } from 'nanostores';
import { $root, type Theme } from './root.ts';

export const $theme = computed($root, (root): Theme => root.theme);

/** Light becomes dark, dark becomes light. */
export function toggleTheme(): void {
  const root = $root.get();
  $root.set({ ...root, theme: root.theme === 'dark' ? 'light' : 'dark' });
}
