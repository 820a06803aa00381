import type { Site } from '../../../../../api/contract/site.ts';

interface Swatch {
  name: string;
  /** In the light and in the dark theme: `--accent` in src/styles/tokens.css. */
  light: string;
  dark: string;
}

/** How the accents are shown to choose from. */
export const SWATCHES: Record<Site['accent'], Swatch> = {
  ink: { name: 'Ink', light: '#16213d', dark: '#d9a441' },
  teal: { name: 'Teal', light: '#0f625d', dark: '#6ec7bd' },
  forest: { name: 'Forest', light: '#2f5a32', dark: '#9ccf8f' },
  plum: { name: 'Plum', light: '#6b3060', dark: '#d8a3cf' },
  berry: { name: 'Berry', light: '#8f2350', dark: '#f39bb4' },
  brick: { name: 'Brick', light: '#8a341c', dark: '#e3a583' },
  ocean: { name: 'Ocean', light: '#1c5078', dark: '#8fc1e8' },
  graphite: { name: 'Graphite', light: '#3d3b38', dark: '#c9c5bd' },
};

/** The background of pages in each theme: `--paper`. */
export const PAPER = { light: '#fbf7f0', dark: '#10141f' };
