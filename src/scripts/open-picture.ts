/** Enlarges the pictures of figures on a click. Pictures with a link follow the link instead. */
const dialog = document.createElement('dialog');
dialog.className = 'picture-dialog';
const large = document.createElement('img');
const closeButton = document.createElement('button');
closeButton.type = 'button';
closeButton.className = 'picture-close';
closeButton.ariaLabel = 'Close';
closeButton.textContent = '×';
dialog.append(large, closeButton);
// A click anywhere closes it. Escape and the return of the focus are the browser's.
dialog.onclick = () => dialog.close();
document.body.append(dialog);

for (const picture of document.querySelectorAll<HTMLElement>(
  '.prose figure > picture, .prose figure > img',
)) {
  const image = picture.querySelector('img') ?? (picture as HTMLImageElement);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picture-open';
  button.ariaLabel = image.alt ? `Enlarge picture: ${image.alt}` : 'Enlarge picture';
  // In a row, its width depends on the ratio of the picture.
  button.style.cssText = picture.style.cssText;
  picture.replaceWith(button);
  button.append(picture);
  button.onclick = () => {
    large.src = image.src;
    large.alt = image.alt;
    dialog.ariaLabel = image.alt || 'Picture';
    dialog.showModal();
  };
}
