/** Opens pictures large on the page. Without this script, their links open the files. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('.picture-open')) {
  link.onclick = async (event) => {
    // The reader wants the file in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      const { openPicture } = await import('./picture-dialog.ts');
      openPicture(link);
    } catch {
      location.assign(link.href);
    }
  };
}
