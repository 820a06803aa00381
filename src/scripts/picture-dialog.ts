// Shows the pictures of a post full size. Loaded when the first one is opened.

const dialog = document.createElement('dialog');
dialog.className = 'picture-dialog';
const frame = document.createElement('div');
frame.className = 'picture-frame';
const large = document.createElement('img');
frame.append(large);
const size = button('picture-size', '', () => toggleSize());
const previous = button('picture-previous', '←', () => move(-1), 'Previous picture');
const next = button('picture-next', '→', () => move(1), 'Next picture');
const close = button('picture-close', '×', () => dialog.close(), 'Close');
dialog.append(frame, size, previous, next, close);
// A click outside the picture closes the dialog. The browser handles Escape.
frame.onclick = ({ target }) => (target === large ? toggleSize() : dialog.close());
dialog.onkeydown = ({ key }) => {
  if (key === 'ArrowLeft') move(-1);
  if (key === 'ArrowRight') move(1);
};
// The focus returns to the picture that was shown last.
dialog.onclose = () => links[index]?.focus();
document.body.append(dialog);

const links = [...document.querySelectorAll<HTMLAnchorElement>('.picture-open')];
let index = 0;

/** Opens the picture of a link. */
export function openPicture(link: HTMLAnchorElement): void {
  show(links.indexOf(link));
  dialog.showModal();
}

function show(at: number): void {
  const link = links[at];
  if (!link) return;
  index = at;
  const isDark = document.documentElement.dataset.theme === 'dark';
  large.src = (isDark && link.dataset.dark) || link.href;
  large.alt = link.querySelector('img')?.alt ?? '';
  dialog.ariaLabel = large.alt || 'Picture';
  previous.hidden = at === 0;
  next.hidden = at === links.length - 1;
  setSize(false);
}

function move(by: number): void {
  // At full size, the arrow keys scroll.
  if (frame.classList.contains('is-full')) return;
  show(index + by);
  // A hidden button loses the focus.
  if (!dialog.contains(document.activeElement)) close.focus();
}

function toggleSize(): void {
  setSize(!frame.classList.contains('is-full'));
}

function setSize(isFull: boolean): void {
  frame.classList.toggle('is-full', isFull);
  frame.tabIndex = isFull ? 0 : -1;
  size.textContent = isFull ? 'Fit to screen' : 'Actual size';
}

function button(name: string, text: string, onclick: () => void, label = ''): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = name;
  element.textContent = text;
  if (label) element.ariaLabel = label;
  element.onclick = onclick;
  return element;
}
