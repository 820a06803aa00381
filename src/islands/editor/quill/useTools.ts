import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';
import { type RefObject, useRef, useState } from 'react';
import { type EditedBlock, insertKind } from './blocks/block.ts';
import { type LinkTarget, linkTarget } from './links.ts';
import { focusToolbar } from './toolbar-keys.ts';
import { useFocusMode } from './useFocusMode.ts';
import { useFormats } from './useFormats.ts';

/** What the toolbar, the menus and the keys of the editor can do. */
export type Tools = ReturnType<typeof useTools>;

/** The tools of the editor: formats, and commands with what they opened. */
export function useTools(quill: Quill | undefined, toolbar: RefObject<HTMLElement | null>) {
  const { formats, steps, apply, clear, step } = useFormats(quill);
  const [link, setLink] = useState<LinkTarget | null>(null);
  const [libraryPlace, setLibraryPlace] = useState<Range | null>(null);
  const [videoPlace, setVideoPlace] = useState<Range | null>(null);
  const [block, setBlock] = useState<EditedBlock | null>(null);
  /** How often find and replace was asked for since it was opened; 0 while it's closed. */
  const [findRequest, setFindRequest] = useState(0);
  const [isOutlined, setIsOutlined] = useState(false);
  const focusMode = useFocusMode();
  const [isHelping, setIsHelping] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const commands: Record<string, (quill: Quill, value: string | boolean) => void> = {
    link: (editor) => setLink(linkTarget(editor)),
    image: () => files.current?.click(),
    library: (editor) => setLibraryPlace(editor.getSelection(true)),
    video: (editor) => setVideoPlace(editor.getSelection(true)),
    block: (editor, kind) => setBlock(insertKind(editor, String(kind))),
    find: () => setFindRequest((request) => request + 1),
    outline: () => setIsOutlined(true),
    focus: focusMode.toggle,
    clean: clear,
    undo: () => step('undo'),
    redo: () => step('redo'),
    help: () => setIsHelping(true),
    toolbar: () => focusToolbar(toolbar.current),
  };
  /** Runs a command, or sets a format. */
  const run = (format: string, value: string | boolean = true) => {
    const command = commands[format];
    if (!command) apply(format, value);
    else if (quill) command(quill, value);
  };
  return {
    formats,
    steps,
    apply,
    run,
    link,
    setLink,
    libraryPlace,
    setLibraryPlace,
    videoPlace,
    setVideoPlace,
    /** The block whose dialog is open. */
    block,
    setBlock,
    findRequest,
    closeFind: () => setFindRequest(0),
    isOutlined,
    setIsOutlined,
    focusMode,
    isHelping,
    setIsHelping,
    /** The field that asks for pictures to upload. */
    files,
  };
}
