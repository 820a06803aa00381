/** What readers see above a callout. */
export const CALLOUT_LABELS: Partial<Record<string, string>> = {
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
};
