import { useStore } from '@nanostores/react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { $preferences, setPreference } from '../../stores/preferences.ts';
import { useMedia } from '../ui/useMedia.ts';

/** The layout with a panel next to the text. Below that width, the panel is a sheet. */
export const WIDE = '(min-width: 64rem)';

export type Panel = ReturnType<typeof usePanel>;

/** Details, cover and settings: next to the text, where the choice is kept, or in a sheet. */
export function usePanel() {
  const isSheet = !useMedia(WIDE);
  const { panel } = useStore($preferences);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const element = useRef<HTMLElement>(null);
  const id = useId();
  const set = (isOpen: boolean) => flushSync(() => setPreference({ panel: isOpen }));
  /** Opens it, so that a field in it can get the focus at once. */
  const show = () => {
    if (!isSheet) set(true);
    else if (!element.current?.matches(':popover-open')) element.current?.showPopover();
  };
  const close = () => {
    if (isSheet) element.current?.hidePopover();
    else set(false);
  };
  const isOpen = isSheet ? isSheetOpen : panel;
  return { id, element, isSheet, isOpen, show, close, setIsSheetOpen };
}
