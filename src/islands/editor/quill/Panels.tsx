import type Quill from 'quill/core.js';
import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { Lazy, preload } from '../../ui/Lazy.tsx';
import { withStyles } from '../later.ts';
import { ProtectBlocks } from './blocks/ProtectBlocks.tsx';
import { loadBubble } from './bubble/useBubble.ts';
import { loadSlashMenu } from './slash/useSlash.ts';
import type { Tools } from './useTools.ts';

interface Props {
  quill: Quill;
  tools: Tools;
}

const loadLinkPopover = () =>
  withStyles(import('./link/LinkPopover.tsx')).then(({ LinkPopover }) => LinkPopover);
const loadFindBar = () => withStyles(import('./find/FindBar.tsx')).then(({ FindBar }) => FindBar);
const loadHelp = () => withStyles(import('./HelpDialog.tsx')).then(({ HelpDialog }) => HelpDialog);
const loadAtText = () => withStyles(import('./AtText.tsx')).then(({ AtText }) => AtText);
const loadLibrary = () => import('./LibraryDialog.tsx').then(({ LibraryDialog }) => LibraryDialog);
const loadVideo = () => import('./VideoDialog.tsx').then(({ VideoDialog }) => VideoDialog);
const loadOutline = () =>
  withStyles(import('./outline/Outline.tsx')).then(({ Outline }) => Outline);

/** Panels and dialogs of the text. They load when they're first needed. */
export function Panels({ quill, tools }: Props) {
  const { link, setLink, findRequest, closeFind, isOutlined, setIsOutlined, focusMode } = tools;
  const closeLink = () => setLink(null);
  const closeOutline = () => setIsOutlined(false);
  const closeHelp = () => tools.setIsHelping(false);
  const closeLibrary = () => tools.setLibraryPlace(null);
  const closeVideo = () => tools.setVideoPlace(null);
  const isUsed = useIsUsed(quill);
  return (
    <>
      {isUsed && (
        <Lazy
          load={loadAtText}
          props={{ quill, tools }}
          name="the tools for blocks"
          fallback={null}
          frame={(message) => <ProtectBlocks quill={quill}>{message}</ProtectBlocks>}
        />
      )}
      {tools.libraryPlace && (
        <Lazy
          load={loadLibrary}
          props={{ quill, place: tools.libraryPlace, onClose: closeLibrary }}
          name="the library"
          fallback={null}
          frame={failureIn('Choose a picture', closeLibrary)}
        />
      )}
      {tools.videoPlace && (
        <Lazy
          load={loadVideo}
          props={{ quill, place: tools.videoPlace, onClose: closeVideo }}
          name="the dialog"
          fallback={null}
          frame={failureIn('Embed a video', closeVideo)}
        />
      )}
      {link && (
        <Lazy
          key={link.range.index}
          load={loadLinkPopover}
          props={{ quill, target: link, onClose: closeLink }}
          name="the link"
          fallback={null}
          frame={failureIn('Link', closeLink)}
        />
      )}
      {findRequest > 0 && (
        <Lazy
          load={loadFindBar}
          props={{ quill, request: findRequest, onClose: closeFind }}
          name="find and replace"
          fallback={null}
          frame={failureIn('Find and replace', closeFind)}
        />
      )}
      {isOutlined && (
        <Lazy
          load={loadOutline}
          props={{ quill, onClose: closeOutline }}
          name="the outline"
          fallback={null}
          frame={failureIn('Outline', closeOutline)}
        />
      )}
      {tools.isHelping && (
        <Lazy
          load={loadHelp}
          props={{ onClose: closeHelp }}
          name="the help"
          fallback={null}
          frame={failureIn('Keyboard shortcuts', closeHelp)}
        />
      )}
      {focusMode.isFocused && (
        <button type="button" className="focus-exit" title="Esc" onClick={focusMode.toggle}>
          Exit focus mode
        </button>
      )}
    </>
  );
}

/** Shows a dialog if the code couldn't be loaded. Nothing while it's loading. */
function failureIn(title: string, onClose: () => void) {
  return (message: ReactNode) =>
    message && (
      <Dialog open onClose={onClose} title={title}>
        {message}
      </Dialog>
    );
}

/** Whether the text isn't empty, or has had the cursor. */
function useIsUsed(quill: Quill): boolean {
  const [isUsed, setIsUsed] = useState(quill.getLength() > 1);
  useEffect(() => {
    const onChange = () => setIsUsed(true);
    quill.once('editor-change', onChange);
    return () => void quill.off('editor-change', onChange);
  }, [quill]);
  return isUsed;
}

/** Loads what opens at the text once the cursor is in it, so that it opens at once. */
export function usePreload(quill: Quill | undefined): void {
  useEffect(() => {
    const onFocus = () => {
      for (const load of [loadSlashMenu, loadBubble, loadLinkPopover, loadFindBar]) preload(load);
    };
    quill?.root.addEventListener('focus', onFocus, { once: true });
    return () => quill?.root.removeEventListener('focus', onFocus);
  }, [quill]);
}
