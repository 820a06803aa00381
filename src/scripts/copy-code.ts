import { element } from '../lib/dialog.ts';

const RESET_AFTER_MS = 2000;

// Without TLS there is no clipboard, and so no buttons.
if (navigator.clipboard) {
  const status = element('p', { className: 'sr-only', role: 'status' });
  document.body.append(status);
  for (const head of document.querySelectorAll('.prose .code-head')) {
    const code = head.parentElement?.querySelector('code');
    if (code) head.append(copyButton(code, status));
  }
}

function copyButton(code: HTMLElement, status: HTMLElement): HTMLButtonElement {
  const button = element('button', { type: 'button', className: 'code-copy', textContent: 'Copy' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(code.textContent).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? 'Copied' : 'Not copied';
    status.textContent = copied ? 'Code copied' : 'The code could not be copied';
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = 'Copy';
      status.textContent = '';
    }, RESET_AFTER_MS);
  });
  return button;
}
