/**
 * Shows administrators the link "Edit this post". `place` has room for it from the first paint, and
 * names the post. Readers never load this script.
 */
export function showEditLink(place: HTMLElement): void {
  const link = document.createElement('a');
  link.className = 'btn btn-secondary btn-small';
  link.href = `/update-post/${place.dataset.editPost}`;
  link.textContent = 'Edit this post';
  place.replaceChildren(link);
}
