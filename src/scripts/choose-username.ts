import { call } from '../lib/api.ts';
import { createDialog, element } from '../lib/dialog.ts';
import { readSuggestion, removeSuggestion, type SuggestedUsername } from '../lib/tab-storage.ts';
import { $user, updateSuccess } from '../stores/session.ts';
import { toast } from '../stores/toasts.ts';

const EXPLANATION =
  'It appears next to your comments, where everyone can see it. You can change it later in your profile.';

/**
 * Asks the owner of a new Google account for a username, if they haven't been asked yet. The card
 * isn't modal: they can keep reading and answer later, or never.
 */
export function chooseUsername(): void {
  // The profile on the dashboard has the field anyway.
  if (location.pathname.startsWith('/dashboard')) return;
  const user = $user.get();
  const suggestion = user && readSuggestion(user._id);
  if (suggestion) ask(suggestion);
  else removeSuggestion();
}

function ask({ userId, username }: SuggestedUsername): void {
  const { form, input, error, save, notNow } = createForm(username);
  const card = createDialog('Choose your username', EXPLANATION, form);
  card.classList.add('corner-card');
  card.tabIndex = -1;
  const close = () => {
    removeSuggestion();
    card.remove();
    stopListening();
  };
  // Close when the user signs out, here or in another tab.
  const stopListening = $user.listen((user) => user?._id !== userId && close());

  notNow.addEventListener('click', close);
  card.addEventListener('keydown', (event) => event.key === 'Escape' && close());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    setBusy(form, save, true);
    showError(input, error, '');
    try {
      updateSuccess(
        await call('PUT /api/user/update/:userId', {
          userId,
          body: { username: input.value.trim() },
        }),
      );
      toast('Username saved');
      close();
    } catch (failure) {
      setBusy(form, save, false);
      showError(input, error, failure instanceof Error ? failure.message : String(failure));
      input.focus();
    }
  });

  card.show();
  // Screen readers announce the card, and a phone's keyboard stays closed.
  card.focus({ preventScroll: true });
}

function createForm(username: string) {
  const form = element('form', { className: 'mt-5', noValidate: true });
  const label = element('label', {
    className: 'field-label',
    textContent: 'Username',
    htmlFor: 'choose-username',
  });
  const input = element('input', {
    className: 'field',
    id: label.htmlFor,
    value: username,
    autocomplete: 'username',
    autocapitalize: 'none',
    spellcheck: false,
  });
  const error = element('p', {
    className: 'field-error',
    id: 'choose-username-error',
    role: 'alert',
    hidden: true,
  });
  const notNow = element('button', {
    className: 'btn btn-secondary',
    type: 'button',
    textContent: 'Not now',
  });
  const save = element('button', { className: 'btn btn-primary', textContent: 'Save' });
  const buttons = element('div', { className: 'mt-5 flex flex-wrap justify-end gap-3' });
  buttons.append(notNow, save);
  form.append(label, input, error, buttons);
  return { form, input, error, save, notNow };
}

function setBusy(form: HTMLFormElement, save: HTMLButtonElement, busy: boolean): void {
  form.ariaBusy = String(busy);
  save.disabled = busy;
  save.textContent = busy ? 'Saving...' : 'Save';
}

function showError(input: HTMLInputElement, error: HTMLElement, message: string): void {
  error.textContent = message;
  error.hidden = message === '';
  input.ariaInvalid = message === '' ? null : 'true';
  if (message === '') input.removeAttribute('aria-describedby');
  else input.setAttribute('aria-describedby', error.id);
}
