import { useRef, useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import type { BlockDialogProps } from '../dialog-props.ts';
import { DialogButtons } from './DialogButtons.tsx';
import { elementIn, fieldHtml } from './field-html.ts';
import { RichField } from './RichField.tsx';
import { RichTools } from './RichTools.tsx';

interface Part {
  id: number;
  tag: 'dt' | 'dd';
  html: string;
  field: { current: HTMLElement | null };
}

export function DefinitionsDialog({ html, isNew, onSave, onClose }: BlockDialogProps) {
  const lastId = useRef(0);
  const partOf = (tag: Part['tag'], inner: string): Part => {
    lastId.current += 1;
    return { id: lastId.current, tag, html: inner, field: { current: null } };
  };
  const [parts, setParts] = useState(() =>
    [...(elementIn(html, 'dl')?.children ?? [])].map((element) =>
      partOf(element.localName === 'dt' ? 'dt' : 'dd', element.innerHTML),
    ),
  );
  const add = (...tags: Part['tag'][]) =>
    setParts([...parts, ...tags.map((tag) => partOf(tag, ''))]);
  const save = () => {
    const inner = parts.map(({ tag, field }) =>
      field.current ? `<${tag}>${fieldHtml(field.current)}</${tag}>` : '',
    );
    onSave(`<dl>${inner.join('')}</dl>`);
  };
  return (
    <>
      <RichTools>
        {parts.map(({ id, tag, html: inner, field }, index) => (
          <div key={id} className={`mt-2 flex gap-2 ${tag === 'dd' ? 'pl-6' : ''}`}>
            <RichField
              label={tag === 'dt' ? 'Term' : 'Definition'}
              html={inner}
              field={field}
              isLine={tag === 'dt'}
              autoFocus={index === 0}
              isExample={isNew}
              className={`min-w-0 grow ${tag === 'dt' ? 'font-semibold' : ''}`}
            />
            <button
              type="button"
              className="btn btn-quiet btn-small"
              onClick={() => setParts(parts.filter((part) => part.id !== id))}
            >
              Remove
            </button>
          </div>
        ))}
      </RichTools>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => add('dt', 'dd')}>
          Add a term
        </Button>
        <Button variant="secondary" onClick={() => add('dd')}>
          Add a definition
        </Button>
      </div>
      <DialogButtons onSave={save} onClose={onClose} />
    </>
  );
}
