import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { typedAddress } from '../../addresses.ts';

const LINE_TOOLS = [
  ['Bold', 'bold'],
  ['Italic', 'italic'],
] as const;
const BLOCK_TOOLS = [
  ['Bulleted list', 'insertUnorderedList'],
  ['Numbered list', 'insertOrderedList'],
] as const;

interface Props {
  /** Without lists. */
  isLine?: boolean;
  /** The fields. The buttons act on the selected text in one of them. */
  children: ReactNode;
}

/** Buttons for the text in the fields below them. Ctrl+K makes a link. */
export function RichTools({ isLine = false, children }: Props) {
  const [address, setAddress] = useState<string | null>(null);
  const range = useRef<Range | null>(null);
  const tools = isLine ? LINE_TOOLS : [...LINE_TOOLS, ...BLOCK_TOOLS];
  const startLink = () => {
    const selection = getSelection();
    if (!selection?.rangeCount || !fieldOf(selection.anchorNode)) return;
    range.current = selection.getRangeAt(0);
    setAddress(linkOf(selection.anchorNode)?.getAttribute('href') ?? '');
  };
  const finishLink = (typed: string | null) => {
    setAddress(null);
    if (!range.current) return;
    returnTo(range.current);
    const url = typed === null ? null : typedAddress(typed);
    if (typed === '') document.execCommand('unlink');
    else if (url !== null) linkSelection(url);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields in it
    <div
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
        event.preventDefault();
        startLink();
      }}
    >
      <fieldset className="mt-4 flex flex-wrap gap-1" aria-label="Format of the text">
        {tools.map(([name, command]) => (
          <Tool key={name} name={name} onClick={() => document.execCommand(command)} />
        ))}
        <Tool name="Link" onClick={startLink} />
      </fieldset>
      {address !== null && <LinkRow address={address} onDone={finishLink} />}
      {children}
    </div>
  );
}

/** The fields keep the focus and the selection. */
function Tool({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-quiet btn-small"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {name}
    </button>
  );
}

interface LinkRowProps {
  address: string;
  /** Called with the address, empty to remove the link, or null to leave everything as it is. */
  onDone: (typed: string | null) => void;
}

function LinkRow({ address, onDone }: LinkRowProps) {
  const [typed, setTyped] = useState(address);
  const [problem, setProblem] = useState('');
  const submit = () => {
    if (typed !== '' && typedAddress(typed) === null) setProblem('Enter a valid address.');
    else onDone(typed);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') submit();
    else onDone(null);
  };
  return (
    <div className="mt-2">
      <div className="flex flex-wrap gap-2">
        <input
          className="field min-w-0 grow basis-48"
          aria-label="Address of the link"
          aria-invalid={problem !== '' || undefined}
          value={typed}
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: opened to type an address
          autoFocus
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem('');
          }}
          onKeyDown={handleKey}
        />
        <button type="button" className="btn btn-secondary btn-small" onClick={submit}>
          {typed === '' && address !== '' ? 'Remove link' : 'Apply'}
        </button>
      </div>
      {problem !== '' && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function elementOf(node: Node | null): Element | null {
  return node instanceof Element ? node : (node?.parentElement ?? null);
}

function fieldOf(node: Node | null): HTMLElement | null {
  return elementOf(node)?.closest<HTMLElement>('.rich-field') ?? null;
}

function linkOf(node: Node | null): Element | null {
  return elementOf(node)?.closest('.rich-field a') ?? null;
}

function returnTo(range: Range): void {
  fieldOf(range.startContainer)?.focus();
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Links the selected words, the whole link with the cursor, or the address itself. */
function linkSelection(url: string): void {
  const selection = getSelection();
  const link = linkOf(selection?.anchorNode ?? null);
  if (selection?.isCollapsed && link) selection.selectAllChildren(link);
  if (!selection?.isCollapsed) document.execCommand('createLink', false, url);
  else {
    document.execCommand('insertText', false, url);
    selection.modify('extend', 'backward', 'word');
    const node = selection.focusNode;
    const end = selection.anchorOffset;
    if (node) selection.setBaseAndExtent(node, Math.max(0, end - url.length), node, end);
    document.execCommand('createLink', false, url);
    selection.collapseToEnd();
  }
}
