import type Quill from 'quill';

/** spec.md, "Editor toolbar", in its order. */
export const TOOLBAR = [
  [{ header: [1, 2, 3, 4, 5, 6, false] }],
  [{ font: [false, 'serif', 'monospace'] }, { size: ['small', false, 'large', 'huge'] }],
  ['bold', 'italic', 'underline', 'strike', 'blockquote'],
  [{ list: 'ordered' }, { list: 'bullet' }],
  ['link', 'image', 'video'],
  [{ color: [] }, { background: [] }],
  [{ align: [] }],
  ['code-block', 'clean'],
];

const BUTTONS: Record<string, string> = {
  'ql-bold': 'Bold',
  'ql-italic': 'Italic',
  'ql-underline': 'Underline',
  'ql-strike': 'Strikethrough',
  'ql-blockquote': 'Quote',
  'ql-list:ordered': 'Numbered list',
  'ql-list:bullet': 'Bulleted list',
  'ql-link': 'Link',
  'ql-image': 'Insert image',
  'ql-video': 'Embed video',
  'ql-code-block': 'Code block',
  'ql-clean': 'Remove formatting',
};
const SHORTCUTS: Record<string, string> = {
  'ql-bold': 'Ctrl+B',
  'ql-italic': 'Ctrl+I',
  'ql-underline': 'Ctrl+U',
  'ql-link': 'Ctrl+K',
};
const PICKERS: Record<string, { name: string; none: string }> = {
  'ql-header': { name: 'Heading', none: 'Normal text' },
  'ql-font': { name: 'Font', none: 'Standard' },
  'ql-size': { name: 'Size', none: 'Normal' },
  'ql-color': { name: 'Text color', none: 'Standard' },
  'ql-background': { name: 'Background color', none: 'None' },
  'ql-align': { name: 'Alignment', none: 'Left' },
};
/** Quill's palette: five shades of seven colors. */
const HUES = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple'];
const SHADES = ['', 'pale ', 'light ', 'dark ', 'very dark '];
const EXTREMES: Record<string, string> = { '#000000': 'Black', '#ffffff': 'White' };

interface QuillPicker {
  container: HTMLElement;
  label: HTMLElement;
  options: HTMLElement;
  togglePicker(): void;
}

/** Names everything in the toolbar, and makes it one stop of the tab order with arrow keys inside. */
export function makeAccessible(toolbar: HTMLElement, quill: Quill): void {
  toolbar.setAttribute('role', 'toolbar');
  toolbar.setAttribute('aria-label', 'Formatting');
  for (const button of toolbar.querySelectorAll('button')) nameButton(button);
  const { pickers = [] } = quill.theme as unknown as { pickers?: QuillPicker[] };
  for (const picker of pickers) equipPicker(picker);
  const update = () => {
    for (const picker of pickers) nameLabel(picker);
  };
  quill.on('editor-change', update);
  update();
  roam(toolbar);
  // A click must not take the focus from the text: with it goes what was switched on at the cursor.
  toolbar.addEventListener('mousedown', (event) => event.preventDefault());
}

function nameButton(button: HTMLButtonElement): void {
  const format = [...button.classList].find((name) => name.startsWith('ql-')) ?? '';
  const name = BUTTONS[button.value ? `${format}:${button.value}` : format] ?? format;
  button.setAttribute('aria-label', name);
  button.title = SHORTCUTS[format] ? `${name} (${SHORTCUTS[format]})` : name;
  // These do something; the others are on or off.
  if (/^ql-(image|video|clean)$/.test(format)) button.removeAttribute('aria-pressed');
}

function kindOf(picker: QuillPicker) {
  const format = [...picker.container.classList].find((name) => name in PICKERS) ?? '';
  return { format, ...(PICKERS[format] ?? { name: format, none: 'None' }) };
}

function equipPicker(picker: QuillPicker): void {
  const { container, label, options } = picker;
  const { format, name, none } = kindOf(picker);
  label.setAttribute('aria-haspopup', 'true');
  label.title = name;
  options.setAttribute('role', 'group');
  options.setAttribute('aria-label', name);
  for (const [index, item] of [...options.children].entries()) {
    const value = item.getAttribute('data-value');
    item.setAttribute('aria-label', value ? valueName(format, value, index) : none);
    if (/color|background/.test(format)) item.setAttribute('title', item.ariaLabel ?? '');
  }
  container.addEventListener('keydown', (event) => onPickerKey(event, picker));
  // Quill leaves the list open when what was chosen is chosen again.
  options.addEventListener('click', () => {
    if (container.classList.contains('ql-expanded')) picker.togglePicker();
  });
  // On phones the choices are laid over the page below the toolbar.
  new MutationObserver(() => {
    const { bottom } = container.getBoundingClientRect();
    container.style.setProperty('--picker-top', `${Math.round(bottom + 4)}px`);
  }).observe(label, { attributeFilter: ['aria-expanded'] });
}

function valueName(format: string, value: string, index: number): string {
  if (format === 'ql-header') return `Heading ${value}`;
  if (format !== 'ql-color' && format !== 'ql-background') {
    return value.charAt(0).toUpperCase() + value.slice(1);
  }
  const shade = SHADES[Math.floor(index / HUES.length)] ?? '';
  const name = EXTREMES[value] ?? `${shade}${HUES[index % HUES.length]}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function nameLabel(picker: QuillPicker): void {
  const { name, none } = kindOf(picker);
  const chosen = picker.options.querySelector('.ql-selected')?.getAttribute('aria-label') ?? none;
  const text = `${name}: ${chosen}`;
  if (picker.label.getAttribute('aria-label') !== text)
    picker.label.setAttribute('aria-label', text);
}

/** Quill's pickers know Enter and Escape; arrows and the space bar are missing. */
function onPickerKey(event: KeyboardEvent, picker: QuillPicker): void {
  const { container, label, options } = picker;
  const items = [...options.children].filter((item) => item instanceof HTMLElement);
  const isOpen = container.classList.contains('ql-expanded');
  const at = items.indexOf(document.activeElement as HTMLElement);
  const focus = (index: number) => items.at(index % items.length)?.focus();
  const opens = event.target === label && /^(ArrowDown| )$/.test(event.key);
  if (opens) {
    if (!isOpen) picker.togglePicker();
    focus(
      Math.max(
        0,
        items.findIndex((item) => item.classList.contains('ql-selected')),
      ),
    );
  } else if (at >= 0 && event.key === ' ') items[at]?.click();
  else if (at >= 0 && /^Arrow(Down|Right)$/.test(event.key)) focus(at + 1);
  else if (at >= 0 && /^Arrow(Up|Left)$/.test(event.key)) focus(at - 1);
  else {
    if (at >= 0 && event.key === 'Tab') picker.togglePicker();
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** Roving tabindex (WAI-ARIA toolbar pattern). */
function roam(toolbar: HTMLElement): void {
  const stops = () => [...toolbar.querySelectorAll<HTMLElement>('button, .ql-picker-label')];
  const enter = (stop: HTMLElement) => {
    for (const other of stops()) other.tabIndex = other === stop ? 0 : -1;
  };
  const first = stops()[0];
  if (first) enter(first);
  toolbar.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && stops().includes(target)) enter(target);
  });
  toolbar.addEventListener('keydown', (event) => {
    const all = stops();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const next = {
      ArrowRight: all[(at + 1) % all.length],
      ArrowLeft: all.at(at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}
