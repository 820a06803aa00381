import type Quill from 'quill/core.js';
import { type ReactNode, useEffect, useState } from 'react';
import { EditorIcon } from '../../../../../icons/EditorIcon.tsx';
import { Lazy, preload } from '../../../../ui/Lazy.tsx';
import { keys } from '../../../key-names.ts';
import { type Control, singleControls } from '../../controls.ts';
import { type LinkTarget, linkTarget } from '../../links.ts';
import { useFormats } from '../../useFormats.ts';
import { FieldContext } from './field-context.ts';

const LINE_TOOLS = ['Bold', 'Italic', 'Inline code', 'Link', 'Superscript', 'Subscript'];
const BLOCK_TOOLS = [...LINE_TOOLS, 'Bulleted list', 'Numbered list'];

const loadLink = () => import('../../link/LinkPopover.tsx').then(({ LinkPopover }) => LinkPopover);

interface Props {
  /** Without lists. */
  isLine?: boolean;
  /** The fields. The buttons act on the last one that had the focus. */
  children: ReactNode;
}

/** Format buttons for the fields below them, with the same shortcuts as in the post. */
export function RichTools({ isLine = false, children }: Props) {
  const [quill, setQuill] = useState<Quill>();
  const [link, setLink] = useState<LinkTarget | null>(null);
  const { formats, apply } = useFormats(quill);
  // So that text typed right after Ctrl+K goes to the field of the popover.
  useEffect(() => preload(loadLink), []);
  const startLink = (field: Quill) => {
    setQuill(field);
    setLink(linkTarget(field));
  };
  const names = isLine ? LINE_TOOLS : BLOCK_TOOLS;
  const tools = singleControls().filter(({ name }) => names.includes(name));
  const run = ({ format, value }: Control) => {
    if (!quill) return;
    quill.focus();
    if (format === 'link') startLink(quill);
    else apply(format, isOn(formats, { format, value }) ? false : (value ?? true));
  };
  return (
    <FieldContext value={{ onFocus: setQuill, onLink: startLink }}>
      <fieldset className="-ml-3 mt-4 flex flex-wrap" aria-label="Format of the text">
        {tools.map((tool) => (
          <button
            key={tool.name}
            type="button"
            className="icon-btn"
            aria-label={tool.name}
            aria-pressed={isOn(formats, tool)}
            title={
              tool.shortcut
                ? `${tool.name} (${keys(tool.shortcut.split(' ')[0] ?? '')})`
                : tool.name
            }
            // Keeps the focus and the selection in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(tool)}
          >
            {tool.icon && <EditorIcon name={tool.icon} size={20} />}
          </button>
        ))}
      </fieldset>
      {children}
      {quill && link && (
        <Lazy
          load={loadLink}
          props={{ quill, target: link, onClose: () => setLink(null) }}
          name="the link"
          fallback={null}
        />
      )}
    </FieldContext>
  );
}

function isOn(
  formats: Record<string, unknown>,
  { format, value }: Pick<Control, 'format' | 'value'>,
): boolean {
  return value === undefined ? Boolean(formats[format]) : formats[format] === value;
}
