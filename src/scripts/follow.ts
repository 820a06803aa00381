import { call } from '../lib/api.ts';

// Following and muting the conversation below a post, for those who are signed in.

const TEXTS = {
  null: '',
  true: "You're following this conversation.",
  false: 'You muted this conversation.',
};

/** Shows the buttons once their place comes into view. */
export function startFollow(section: HTMLElement, postId: string): void {
  const place = document.createElement('div');
  place.dataset.for = 'user';
  place.className =
    'mt-3 flex min-h-11 flex-wrap items-center gap-x-3 text-muted text-sm print:hidden';
  const form = section.querySelector('#comment-form');
  if (form) form.after(place);
  else section.querySelector('.column')?.append(place);
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    // Without an answer there are no buttons.
    void call('GET /api/comment/follow/:postId', { postId }).then(
      ({ follow }) => show(place, postId, follow),
      () => undefined,
    );
  });
  observer.observe(place);
}

function show(place: HTMLElement, postId: string, follow: boolean | null): void {
  const state = document.createElement('span');
  state.className = 'empty:hidden';
  state.textContent = TEXTS[`${follow}`];
  const buttons = [
    follow !== true && createButton('Follow this conversation', true),
    follow !== false && createButton('Mute', false),
  ].filter((button) => button !== false);
  place.setAttribute('role', 'status');
  place.replaceChildren(state, ...buttons);

  function createButton(label: string, wanted: boolean): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    // Without a sentence before it, its label begins where the lines above begin.
    button.className = 'btn btn-quiet btn-small [:empty+&]:-ml-3.5';
    button.textContent = label;
    if (!wanted) button.title = 'No notifications about these comments, not even about replies';
    button.onclick = async () => {
      button.disabled = true;
      try {
        const body = { follow: wanted };
        await call('PUT /api/comment/follow/:postId', { postId, body });
        show(place, postId, wanted);
        place.querySelector('button')?.focus();
      } catch {
        button.disabled = false;
        state.textContent = "This couldn't be saved. Please try again.";
      }
    };
    return button;
  }
}
