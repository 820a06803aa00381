import type Quill from 'quill/core.js';
import { BlockTools } from './blocks/BlockTools.tsx';
import { CodeTools } from './blocks/CodeTools.tsx';
import { PartTools } from './blocks/PartTools.tsx';
import { LinkPanel } from './LinkPanel.tsx';
import { PicturePanel } from './PicturePanel.tsx';
import { PlusButton } from './slash/PlusButton.tsx';
import type { Tools } from './useTools.ts';

interface Props {
  quill: Quill;
  tools: Tools;
}

/** The panels and handles next to links, blocks and other content. */
export function AtText({ quill, tools }: Props) {
  return (
    <>
      <PicturePanel quill={quill} />
      <LinkPanel quill={quill} onEdit={tools.setLink} />
      <PlusButton quill={quill} />
      <BlockTools quill={quill} edited={tools.block} onEdit={tools.setBlock} />
      <PartTools quill={quill} onEdit={tools.setBlock} />
      <CodeTools quill={quill} />
    </>
  );
}
