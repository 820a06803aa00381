const RESET_AFTER_MS = 2000;

// Without TLS there is no clipboard, and so no buttons.
if (navigator.clipboard) {
  const status = document.createElement('p');
  status.className = 'sr-only';
  status.role = 'status';
  document.body.append(status);
  for (const head of document.querySelectorAll('.prose .code-head')) {
    const code = head.parentElement?.querySelector('code');
    if (code) head.append(copyButton(code, status));
  }
}

function copyButton(code: HTMLElement, status: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-copy';
  button.textContent = 'Copy';
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
