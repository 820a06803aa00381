/** Shows the buttons that need a script: "Copy link", and "Share…" if the browser can share. */
const row = document.querySelector<HTMLElement>('.share');
const [copy, share] = row?.querySelectorAll('button') ?? [];
const message = row?.querySelector('[role="status"]');
const { url = '', title = '' } = row?.dataset ?? {};

// Without TLS there is no clipboard.
if (copy && message && navigator.clipboard) {
  copy.hidden = false;
  copy.onclick = async () => {
    try {
      await navigator.clipboard.writeText(url);
      message.textContent = 'Link copied';
    } catch {
      message.textContent = "Couldn't copy the link";
    }
  };
}
if (share && 'share' in navigator) {
  share.hidden = false;
  // Closing the browser's dialog is an error, too.
  share.onclick = () => navigator.share({ title, url }).catch(() => undefined);
}
