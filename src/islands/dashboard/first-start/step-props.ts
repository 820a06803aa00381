import type { PanelProps } from '../tabs.tsx';

export interface StepProps extends Pick<PanelProps, 'user' | 'onRename'> {
  /** Shows the next step. */
  onDone: () => void;
  /** The next step is about to be shown. */
  isLeaving: boolean;
}
