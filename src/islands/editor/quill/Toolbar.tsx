import type Quill from 'quill/core.js';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import type { IconName } from '../../../icons/icons.ts';
import { ALIGNMENTS, BACKGROUNDS, type Choice, COLORS, FONTS, HEADINGS, SIZES } from './choices.ts';
import { type AddressTarget, linkTarget } from './links.ts';
import { Picker } from './Picker.tsx';

interface Control {
  /** The name of Quill's format, or of a command below. */
  format: string;
  name: string;
  icon?: IconName;
  /** The value of the format; `true` if it has none. */
  value?: string;
  shortcut?: string;
  choices?: readonly Choice[];
}

/** Groups of controls, in display order. */
const GROUPS: readonly (readonly Control[])[] = [
  [{ format: 'header', name: 'Heading', choices: HEADINGS }],
  [
    { format: 'font', name: 'Font', choices: FONTS },
    { format: 'size', name: 'Size', choices: SIZES },
  ],
  [
    { format: 'bold', name: 'Bold', icon: 'bold', shortcut: 'Ctrl+B' },
    { format: 'italic', name: 'Italic', icon: 'italic', shortcut: 'Ctrl+I' },
    { format: 'underline', name: 'Underline', icon: 'underline', shortcut: 'Ctrl+U' },
    { format: 'strike', name: 'Strikethrough', icon: 'strikethrough' },
    { format: 'blockquote', name: 'Quote', icon: 'text-quote' },
  ],
  [
    { format: 'list', name: 'Numbered list', icon: 'list-ordered', value: 'ordered' },
    { format: 'list', name: 'Bulleted list', icon: 'list', value: 'bullet' },
  ],
  [
    { format: 'link', name: 'Link', icon: 'link', shortcut: 'Ctrl+K' },
    { format: 'image', name: 'Insert image', icon: 'image-plus' },
    { format: 'video', name: 'Embed video', icon: 'square-play' },
  ],
  [
    { format: 'color', name: 'Text color', icon: 'baseline', choices: COLORS },
    { format: 'background', name: 'Background color', icon: 'highlighter', choices: BACKGROUNDS },
  ],
  [{ format: 'align', name: 'Alignment', icon: 'text-align-start', choices: ALIGNMENTS }],
  [
    { format: 'code-block', name: 'Code block', icon: 'square-code' },
    { format: 'clean', name: 'Remove formatting', icon: 'remove-formatting' },
  ],
];
/** Controls that do something, and are neither on nor off. */
const COMMANDS = ['image', 'video', 'clean'];
/** The formats that "Remove formatting" clears at the cursor. */
const INLINE_FORMATS = [
  ...['bold', 'italic', 'underline', 'strike', 'code', 'link'],
  ...['font', 'size', 'color', 'background'],
];

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  quill: Quill;
  onAddress: (target: AddressTarget) => void;
  onPictures: (files: File[]) => void;
}

/** The formatting toolbar. Its class names follow Quill's. */
export function Toolbar({ ref, quill, onAddress, onPictures }: Props) {
  const { formats, apply, clear } = useFormats(quill);
  const files = useRef<HTMLInputElement>(null);
  const commands: Record<string, () => void> = {
    link: () => onAddress(linkTarget(quill)),
    image: () => files.current?.click(),
    video: () =>
      onAddress({ kind: 'video', range: quill.getSelection(true), address: '', isLinked: false }),
    clean: clear,
  };
  useEffect(() => {
    if (ref.current) makeTabStop(ref.current, stopsOf(ref.current)[0]);
  }, [ref]);

  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Formatting"
      className="ql-toolbar"
      // A click would move the focus out of the text, and end formats that are on at the cursor.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {GROUPS.map((group) => (
        <div key={group[0]?.format} className="ql-formats">
          {group.map(({ choices, value = true, ...control }) => {
            const { format, name } = control;
            const current = formats[format];
            if (choices) {
              const onPick = (picked: string | false) => apply(format, picked);
              return (
                <Picker key={name} {...control} choices={choices} value={current} onPick={onPick} />
              );
            }
            const isOn = value === true ? Boolean(current) : current === value;
            const toggle = () => apply(format, isOn ? false : value);
            return (
              <Tool
                key={name}
                {...control}
                isPressed={COMMANDS.includes(format) ? undefined : isOn}
                onClick={commands[format] ?? toggle}
              />
            );
          })}
        </div>
      ))}
      <input
        ref={files}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          onPictures([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </div>
  );
}

interface ToolProps extends Pick<Control, 'format' | 'name' | 'icon' | 'shortcut'> {
  isPressed: boolean | undefined;
  onClick: () => void;
}

function Tool({ format, name, icon, shortcut, isPressed, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={`ql-${format}`}
      aria-label={name}
      aria-pressed={isPressed}
      title={shortcut ? `${name} (${shortcut})` : name}
      onClick={onClick}
    >
      {icon && <Icon name={icon} size={20} />}
    </button>
  );
}

function useFormats(quill: Quill) {
  const [formats, setFormats] = useState<Record<string, unknown>>({});
  const refresh = useCallback(() => {
    const range = quill.getSelection();
    // Without a selection, the toolbar keeps showing the last one.
    if (range) setFormats(quill.getFormat(range));
  }, [quill]);
  useEffect(() => {
    quill.on('editor-change', refresh);
    return () => void quill.off('editor-change', refresh);
  }, [quill, refresh]);

  const apply = (format: string, value: unknown) => {
    quill.format(format, value, 'user');
    refresh();
  };
  const clear = () => {
    const { index, length } = quill.getSelection(true);
    if (length > 0) quill.removeFormat(index, length, 'user');
    else for (const name of INLINE_FORMATS) if (formats[name]) quill.format(name, false, 'user');
    refresh();
  };
  return { formats, apply, clear };
}

// The toolbar is one tab stop, with arrow keys inside (WAI-ARIA toolbar pattern).

/** Returns the controls, without the choices of the lists. */
function stopsOf(toolbar: HTMLElement): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>('button:not([popover] *)')];
}

function makeTabStop(toolbar: HTMLElement, stop: HTMLElement | undefined): void {
  for (const other of stopsOf(toolbar)) other.tabIndex = other === stop ? 0 : -1;
}

function onFocus({ currentTarget: toolbar, target }: FocusEvent<HTMLElement>): void {
  if (stopsOf(toolbar).includes(target)) makeTabStop(toolbar, target);
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const stops = stopsOf(event.currentTarget);
  const at = stops.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  const next = {
    ArrowRight: stops[(at + 1) % stops.length],
    ArrowLeft: stops.at(at - 1),
    Home: stops[0],
    End: stops.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
