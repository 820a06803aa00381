import { api } from '../lib/api.ts';
import {
  forgetSuggestion,
  readSuggestion,
  type SuggestedUsername,
} from '../lib/suggested-username.ts';
import { $user, updateSuccess } from '../stores/session.ts';
import { toast } from '../stores/toasts.ts';
import { button, element } from './elements.ts';

const EXPLANATION =
  'It appears next to your comments, where everyone can see it. You can change it later in your profile.';

/**
 * Asks the owner of a new Google account under which name they want to appear, when that wasn't asked
 * yet. The card covers nothing that they came for: they can read on, and answer later or never.
 */
export function chooseUsername(): void {
  // The profile, on the dashboard, has the field anyway.
  if (location.pathname.startsWith('/dashboard')) return;
  const user = $user.get();
  const suggestion = user && readSuggestion(user._id);
  if (suggestion) ask(suggestion);
  else forgetSuggestion();
}

function ask({ userId, username }: SuggestedUsername): void {
  const { card, form, input, error, save, notNow } = makeCard(username);
  const close = () => {
    forgetSuggestion();
    card.remove();
    stop();
  };
  // Signed out, here or in another tab.
  const stop = $user.listen((now) => now?._id !== userId && close());

  notNow.addEventListener('click', close);
  card.addEventListener('keydown', (event) => event.key === 'Escape' && close());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    setBusy(form, save, true);
    showError(input, error, '');
    try {
      updateSuccess(await api.updateUser(userId, { username: input.value.trim() }));
      toast('Username saved');
      close();
    } catch (failure) {
      setBusy(form, save, false);
      showError(input, error, failure instanceof Error ? failure.message : String(failure));
      input.focus();
    }
  });

  document.body.append(card);
  // Announced, and next for the keyboard, without opening a phone's own.
  card.focus({ preventScroll: true });
}

function makeCard(username: string) {
  const card = element('div', 'dialog corner-card');
  card.role = 'dialog';
  card.tabIndex = -1;
  card.setAttribute('aria-labelledby', 'choose-username-title');
  const title = element('h2', 'font-semibold text-xl', 'Choose your username');
  title.id = 'choose-username-title';

  const label = element('label', 'field-label', 'Username');
  label.htmlFor = 'choose-username';
  const input = element('input', 'field');
  input.id = label.htmlFor;
  input.value = username;
  input.autocomplete = 'username';
  input.autocapitalize = 'none';
  input.spellcheck = false;
  const error = element('p', 'field-error');
  error.id = 'choose-username-error';
  error.role = 'alert';
  error.hidden = true;

  const notNow = button('btn btn-secondary', 'Not now');
  const save = button('btn btn-primary', 'Save');
  save.type = 'submit';
  const buttons = element('div', 'mt-5 flex flex-wrap justify-end gap-3');
  buttons.append(notNow, save);
  const form = element('form', 'mt-5');
  form.noValidate = true;
  form.append(label, input, error, buttons);
  card.append(title, element('p', 'mt-2 text-soft text-sm', EXPLANATION), form);
  return { card, form, input, error, save, notNow };
}

function setBusy(form: HTMLFormElement, save: HTMLButtonElement, busy: boolean): void {
  form.ariaBusy = String(busy);
  save.disabled = busy;
  save.textContent = busy ? 'Saving...' : 'Save';
}

function showError(input: HTMLInputElement, error: HTMLElement, message: string): void {
  error.textContent = message;
  error.hidden = message === '';
  if (message === '') {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-describedby');
  } else {
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', error.id);
  }
}
