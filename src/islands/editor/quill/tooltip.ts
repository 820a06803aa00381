import type Quill from 'quill';
import type { Range } from 'quill';
import { videoUrl } from '../../../../api/contract/urls.ts';
import { linkAddress } from './addresses.ts';

/** What we use of the tooltip of Quill's snow theme. */
interface SnowTooltip {
  root: HTMLElement;
  textbox: HTMLInputElement;
  linkRange?: Range;
  edit(mode: string, value?: string | null): void;
  show(): void;
  save(): void;
  hide(): void;
  cancel(): void;
  restoreFocus(): void;
}

/** Quill's tooltip for links and videos: reachable by keyboard, named, and checking what it is given. */
export function equipTooltip(quill: Quill): SnowTooltip {
  const { tooltip } = quill.theme as unknown as { tooltip: SnowTooltip };
  const { root, textbox } = tooltip;
  textbox.dataset.link = 'https://example.com';
  textbox.dataset.video = 'Address of a YouTube or Vimeo video';
  textbox.setAttribute('inputmode', 'url');
  textbox.autocapitalize = 'none';
  textbox.spellcheck = false;
  const error = root.appendChild(document.createElement('p'));
  error.className = 'ql-tooltip-error';
  error.setAttribute('role', 'alert');
  for (const action of root.querySelectorAll<HTMLElement>('a.ql-action, a.ql-remove')) {
    asButton(action);
  }
  const remove = root.querySelector<HTMLElement>('a.ql-remove');
  if (remove) remove.textContent = 'Remove';
  // Over a link, before it is being edited.
  const action = root.querySelector('a.ql-action');
  const show = tooltip.show.bind(tooltip);
  tooltip.show = () => {
    error.textContent = '';
    if (action) action.textContent = 'Edit';
    show();
  };

  const edit = tooltip.edit.bind(tooltip);
  tooltip.edit = (mode, value) => {
    error.textContent = '';
    setName(tooltip, mode);
    edit(mode, value);
    textbox.focus({ preventScroll: true });
    // Above a phone's keyboard, which covers the lower half.
    root.scrollIntoView({ block: 'center' });
  };
  const save = tooltip.save.bind(tooltip);
  tooltip.save = () => {
    error.textContent = '';
    const mode = root.getAttribute('data-mode');
    if (mode === 'video') {
      const url = videoUrl(linkAddress(textbox.value) ?? '');
      if (url === null) {
        error.textContent = 'This is not the address of a YouTube or Vimeo video.';
        return;
      }
      textbox.value = url;
    } else if (mode === 'link') {
      const url = linkAddress(textbox.value);
      if (url === null) {
        error.textContent = 'This is not an address.';
        return;
      }
      textbox.value = url;
      if (!tooltip.linkRange && insertAsText(quill, tooltip, url)) return;
    }
    save();
  };
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    tooltip.cancel();
  });
  return tooltip;
}

function asButton(action: HTMLElement): void {
  action.tabIndex = 0;
  action.setAttribute('role', 'button');
  action.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    action.click();
  });
}

function setName({ root, textbox }: SnowTooltip, mode: string): void {
  textbox.setAttribute(
    'aria-label',
    mode === 'video' ? 'Address of the video' : 'Address of the link',
  );
  const action = root.querySelector('a.ql-action');
  if (action) action.textContent = mode === 'video' ? 'Embed' : 'Save';
}

/** With nothing selected, the address itself is what is read. */
function insertAsText(quill: Quill, tooltip: SnowTooltip, url: string): boolean {
  const range = quill.getSelection(true);
  if (range.length > 0) return false;
  const text = url.replace(/^mailto:/, '');
  quill.insertText(range.index, text, 'link', url, 'user');
  quill.setSelection(range.index + text.length, 0, 'silent');
  tooltip.textbox.value = '';
  tooltip.hide();
  return true;
}

/** The link button: the selection, or the word at the cursor, or an address to be put there. */
export function onLinkButton(quill: Quill, value: unknown): void {
  if (!value) return void quill.format('link', false, 'user');
  const range = quill.getSelection(true);
  const word = range.length === 0 ? wordAt(quill, range.index) : range;
  if (word !== range) quill.setSelection(word, 'user');
  const { tooltip } = quill.theme as unknown as { tooltip: SnowTooltip };
  const text = quill.getText(word.index, word.length);
  const isAddress = /^\S+\.\S+$/.test(text) && linkAddress(text) !== null;
  tooltip.edit('link', isAddress ? linkAddress(text) : '');
}

function wordAt(quill: Quill, index: number): { index: number; length: number } {
  const [line, offset] = quill.getLine(index);
  if (!line) return { index, length: 0 };
  const text = quill.getText(index - offset, line.length());
  const before = /[\p{L}\p{N}_-]*$/u.exec(text.slice(0, offset))?.[0].length ?? 0;
  const after = /^[\p{L}\p{N}_-]*/u.exec(text.slice(offset))?.[0].length ?? 0;
  return { index: index - before, length: before + after };
}
