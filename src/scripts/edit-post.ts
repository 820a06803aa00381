/**
 * Shows editors and administrators the link "Edit this post" in `place`, which has reserved the space since the
 * first paint and has the post's id. Readers never load this script.
 */
export function showEditLink(place: HTMLElement): void {
  const link = document.createElement('a');
  link.className = 'btn btn-secondary btn-small';
  link.href = `/update-post/${place.dataset.editPost}`;
  link.textContent = 'Edit this post';
  place.replaceChildren(link);
}
