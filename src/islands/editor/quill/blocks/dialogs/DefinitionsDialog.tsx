import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../../ui/Button.tsx';
import type { BlockDialogProps } from '../dialog-props.ts';
import { elementIn } from './field-html.ts';
import { RichField } from './RichField.tsx';
import { RichTools } from './RichTools.tsx';
import { useBlockValue } from './useBlockValue.ts';

interface Part {
  id: number;
  tag: 'dt' | 'dd';
  html: string;
}

function htmlOf({ tag, html }: Part): string {
  return `<${tag}>${html}</${tag}>`;
}

export function DefinitionsDialog({ html, isNew, onChange }: BlockDialogProps) {
  const lastId = useRef(0);
  const list = useRef<HTMLDivElement>(null);
  const partOf = (tag: Part['tag'], inner: string): Part => {
    lastId.current += 1;
    return { id: lastId.current, tag, html: inner };
  };
  const [{ parts }, change] = useBlockValue(
    () => ({
      parts: [...(elementIn(html, 'dl')?.children ?? [])].map((element) =>
        partOf(element.localName === 'dt' ? 'dt' : 'dd', element.innerHTML),
      ),
    }),
    (value) => `<dl>${value.parts.map(htmlOf).join('')}</dl>`,
    onChange,
  );
  const focus = (index: number) =>
    list.current?.querySelectorAll<HTMLElement>('[role="textbox"]')[index]?.focus();
  const add = (...tags: Part['tag'][]) => {
    const added = tags.map((tag) => partOf(tag, ''));
    flushSync(() => change((now) => ({ parts: [...now.parts, ...added] })));
    focus(parts.length);
  };
  const remove = (id: number, index: number) => {
    flushSync(() => change((now) => ({ parts: now.parts.filter((one) => one.id !== id) })));
    focus(Math.max(0, index - 1));
  };
  return (
    <>
      <RichTools>
        <div ref={list}>
          {parts.map((part, index) => (
            <div key={part.id} className={`mt-2 flex gap-2 ${part.tag === 'dd' ? 'pl-6' : ''}`}>
              <RichField
                label={part.tag === 'dt' ? 'Term' : 'Definition'}
                html={part.html}
                onChange={(next) =>
                  change((now) => ({
                    parts: now.parts.map((one) =>
                      one.id === part.id ? { ...one, html: next } : one,
                    ),
                  }))
                }
                isLine={part.tag === 'dt'}
                autoFocus={index === 0}
                isExample={isNew}
                className={`min-w-0 grow ${part.tag === 'dt' ? 'font-semibold' : ''}`}
                onEnter={() => focus(index + 1)}
              />
              <button
                type="button"
                className="btn btn-quiet btn-small"
                onClick={() => remove(part.id, index)}
              >
                Remove
                <span className="sr-only">
                  {part.tag === 'dt' ? ' this term' : ' this definition'}
                </span>
              </button>
            </div>
          ))}
        </div>
      </RichTools>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => add('dt', 'dd')}>
          Add a term
        </Button>
        <Button variant="secondary" onClick={() => add('dd')}>
          Add a definition
        </Button>
      </div>
    </>
  );
}
