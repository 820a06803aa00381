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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (label: string, message: string) => {
    button.textContent = label;
    status.textContent = message;
  };
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-copy';
  button.textContent = 'Copy';
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      show('Copied', 'Code copied');
    } catch {
      show('Not copied', "The code couldn't be copied");
    }
    clearTimeout(timer);
    timer = setTimeout(() => show('Copy', ''), RESET_AFTER_MS);
  };
  return button;
}
