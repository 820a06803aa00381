import Quill from 'quill';

/** As much as a screen reader should have to say. */
const LONGEST = 500;
const GAP = 6;

/**
 * What a picture shows, in words, for those who do not see it: asked for beside the picture when it is clicked
 * or when the cursor stands behind it. With the keyboard: Tab from there, Enter or Escape back.
 */
export function equipPictures(quill: Quill): void {
  const { panel, input } = makePanel();
  quill.container.append(panel);
  let picture: HTMLImageElement | null = null;

  const save = () => {
    const blot = picture && Quill.find(picture);
    if (!picture || !blot || blot instanceof Quill) return;
    const text = input.value.trim();
    if (text === picture.alt) return;
    quill.formatText(quill.getIndex(blot), 1, 'alt', text, 'user');
  };
  const show = (next: HTMLImageElement | null) => {
    if (next !== picture) save();
    picture = next;
    panel.hidden = next === null;
    if (next === null) return;
    input.value = next.alt;
    const { bottom, left } = next.getBoundingClientRect();
    const frame = quill.container.getBoundingClientRect();
    panel.style.top = `${bottom - frame.top + GAP}px`;
    const rightmost = Math.max(0, frame.width - panel.offsetWidth);
    panel.style.left = `${Math.min(Math.max(0, left - frame.left), rightmost)}px`;
  };
  quill.on('editor-change', () => {
    // While it is being described the cursor is not in the text.
    if (panel.contains(document.activeElement)) return;
    show(pictureAt(quill));
  });
  quill.root.addEventListener('click', ({ target }) => {
    const blot = target instanceof HTMLImageElement && Quill.find(target);
    if (!blot || blot instanceof Quill) return;
    quill.setSelection(quill.getIndex(blot), 1, 'user');
    panel.scrollIntoView({ block: 'nearest' });
  });
  panel.addEventListener('focusout', ({ relatedTarget }) => {
    if (panel.contains(relatedTarget as Node | null)) return;
    save();
    if (relatedTarget !== quill.root) show(null);
  });
  const back = () => {
    const blot = picture && Quill.find(picture);
    if (!blot || blot instanceof Quill) return quill.focus();
    quill.setSelection(quill.getIndex(blot) + 1, 0, 'user');
  };
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    // Enter would send the form.
    event.stopPropagation();
    if (event.key === 'Escape') input.value = picture?.alt ?? '';
    save();
    back();
  });
  panel.querySelector('button')?.addEventListener('click', () => {
    save();
    back();
  });
}

function makePanel() {
  const panel = document.createElement('div');
  panel.className = 'picture-panel';
  panel.hidden = true;
  const label = document.createElement('label');
  label.textContent = 'Alternative text';
  const input = document.createElement('input');
  input.type = 'text';
  input.maxLength = LONGEST;
  input.placeholder = 'What the picture shows';
  input.autocomplete = 'off';
  label.append(input);
  const done = document.createElement('button');
  done.type = 'button';
  done.className = 'btn btn-secondary btn-small';
  done.textContent = 'Done';
  panel.append(label, done);
  return { panel, input };
}

/** The picture that is selected, or behind which the cursor stands. */
function pictureAt(quill: Quill): HTMLImageElement | null {
  const range = quill.getSelection();
  if (!range || range.length > 1) return null;
  const [leaf] = quill.getLeaf(range.index + range.length);
  const node = leaf?.domNode;
  const isPicture = node instanceof HTMLImageElement && !node.dataset.upload;
  return isPicture ? node : null;
}
