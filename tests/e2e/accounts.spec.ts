import type { Page } from '@playwright/test';
import {
  alert,
  expect,
  fillSignIn,
  main,
  newAccount,
  storedUser,
  test,
} from './support/accounts.ts';
import { expectSound } from './support/axe.ts';
import { ADMIN } from './support/server.ts';
import { signIn, signUp } from './support/test.ts';

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Delays the responses to a call until the returned function is called. */
async function held(page: Page, path: string): Promise<{ requests: () => number; go: () => void }> {
  let count = 0;
  let go = () => {};
  const released = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(path, async (route) => {
    count += 1;
    await released;
    await route.continue();
  });
  return { requests: () => count, go };
}

test('signing up, signing in, and returning home work with only the keyboard', async ({ page }) => {
  const { username, email, password } = newAccount();
  await page.goto('/signup');
  await expect(page.getByRole('heading', { level: 1, name: 'Create Your Account' })).toBeVisible();
  await expect(button(page, 'Sign Up')).toBeEnabled();
  await page.getByLabel('Username').focus();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/signin$/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Sign In to Your Account' }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  await expect(page.getByText('Account created. Please sign in.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedUser(page)).toMatchObject({ username, email, isAdmin: false });
  const root = await page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? ''));
  expect(root).toMatchObject({ version: 1, theme: 'light' });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText(`@${username}`)).toBeVisible();
});

test('password managers recognize the fields', async ({ page }) => {
  await page.goto('/signin');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email webauthn');
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password');
  await page.goto('/signup');
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'new-password');
});

test('a button shows the password', { tag: '@long' }, async ({ page }) => {
  await page.goto('/signin');
  const password = page.getByLabel('Password');
  await password.fill('secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show what was typed' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide what was typed' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('fields that are empty after trimming show the specified messages', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    // Browsers offer passkeys as soon as the page has loaded.
    const isPasskeyOffer = request.url().includes('/passkeys/');
    if (request.method() === 'POST' && !isPasskeyOffer) calls.push(request.url());
  });
  await page.goto('/signin');
  await page.getByLabel('Email').fill('someone@example.com');
  await page.getByLabel('Password').fill('   ');
  await button(page, 'Sign In').click();
  await expect(alert(page)).toHaveText('Please fill all the required field.');
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    'Please fill all the required field.',
  );

  await page.goto('/signup');
  await page.getByLabel('Username').fill('  ');
  await page.getByLabel('Email').fill('someone@example.com');
  await page.getByLabel('Password').fill('long enough to do');
  await button(page, 'Sign Up').click();
  await expect(alert(page)).toHaveText('Please fill out all the fields.');
  await expect(page.getByLabel('Username')).toBeFocused();
  expect(calls).toEqual([]);
});

test('spaces around the inputs are ignored', { tag: '@long' }, async ({ page, person }) => {
  await page.goto('/signin');
  await fillSignIn(page, {
    ...person,
    email: `  ${person.email.toUpperCase()} `,
    password: ` ${person.password}  `,
  });
  await expect(page).toHaveURL(/\/$/);
});

test('a wrong password and an unknown email get the same message, and the input stays', async ({
  page,
  person,
}) => {
  await page.goto('/signin');
  await fillSignIn(page, { ...person, password: 'not the password' });
  await expect(alert(page)).toHaveText('Invalid email or password.');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(button(page, 'Sign In')).toBeEnabled();
  await page.getByLabel('Email').fill(newAccount().email);
  await button(page, 'Sign In').click();
  await expect(alert(page)).toHaveText('Invalid email or password.');
  expect(await storedUser(page)).toBeUndefined();
});

test("the server's message about a field is linked to the field", { tag: '@long' }, async ({
  page,
  person,
}) => {
  await page.goto('/signup');
  const refused = async (values: Partial<typeof person>, label: string, message: string) => {
    const account = { ...newAccount(), ...values };
    await page.getByLabel('Username').fill(account.username);
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await button(page, 'Sign Up').click();
    await expect(alert(page)).toHaveText(message);
    await expect(page.getByLabel(label)).toBeFocused();
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`${message}$`));
    await expect(page).toHaveURL(/\/signup$/);
  };
  const taken = person.username.toUpperCase();
  await refused({ username: taken }, 'Username', 'Username is already taken.');
  await refused({ email: person.email.toUpperCase() }, 'Email', 'Email is already in use.');
  await refused({ email: 'nonsense' }, 'Email', 'Email is not a valid address.');
  await refused({ password: 'short' }, 'Password', 'Password must have at least 8 characters.');
});

test("without a connection, the exception's text is shown", async ({ page, person }) => {
  await page.goto('/signin');
  await page.route('/api/auth/signin', (route) => route.abort());
  await fillSignIn(page, person);
  await expect(alert(page)).toHaveText('Failed to fetch');
  await page.unroute('/api/auth/signin');
  await button(page, 'Sign In').click();
  await expect(page).toHaveURL(/\/$/);
});

test('on a slow network, the button shows the progress and submits only once', async ({
  page,
  person,
}) => {
  const slowIn = await held(page, '/api/auth/signin');
  await page.goto('/signin');
  await fillSignIn(page, person);
  await expect(button(page, 'Signing in...')).toBeDisabled();
  await page.getByLabel('Password').press('Enter');
  slowIn.go();
  await expect(page).toHaveURL(/\/$/);
  expect(slowIn.requests()).toBe(1);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  const slowUp = await held(page, '/api/auth/signup');
  await page.goto('/signup');
  const { username, email, password } = newAccount();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Sign Up').click();
  await expect(button(page, 'Creating account...')).toBeDisabled();
  await page.getByLabel('Password').press('Enter');
  slowUp.go();
  await expect(page).toHaveURL(/\/signin$/);
  expect(slowUp.requests()).toBe(1);
});

test('after too many failures, the form shows how long to wait', { tag: '@long' }, async ({
  page,
  person,
  request,
  site,
}) => {
  for (let n = 0; n < 10; n += 1) {
    await request.post(`${site.url}/api/auth/signin`, {
      data: { email: person.email, password: 'wrong again' },
    });
  }
  await page.goto('/signin');
  await fillSignIn(page, { ...person, password: 'wrong again' });
  await expect(alert(page)).toContainText('Please try again in');
  await expect(alert(page)).toContainText(/\d+:\d\d left/);
  const first = await alert(page).textContent();
  await expect(alert(page)).not.toHaveText(first ?? '');
});

for (const path of ['/signin', '/signup']) {
  test(`signed-in users are redirected from ${path} to the home page`, { tag: '@long' }, async ({
    page,
    signedIn,
  }) => {
    await page.goto('/');
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id });
    // Now the browser has stored the user, too.
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
  });

  test(`${path} is accessible`, { tag: '@long' }, async ({ page }) => {
    await page.goto(path);
    await button(page, path === '/signin' ? 'Sign In' : 'Sign Up').click();
    await expect(alert(page)).toBeVisible();
    await expectSound(page);
  });
}

test('without JavaScript, the form says so and never puts a password into the URL', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const page = await context.newPage();
  await page.goto('/signin');
  await expect(page.getByText('This form needs JavaScript.')).toBeVisible();
  await expect(button(page, 'Sign In')).toBeDisabled();
  await expect(page.locator('main form')).toHaveAttribute('method', 'post');
  await context.close();
});

test('signing in from a post returns to the post', async ({ page, person, site, playwright }) => {
  const admin = await playwright.request.newContext();
  await signIn(admin, site.url, ADMIN);
  const created = await admin.post(`${site.url}/api/post/create`, {
    data: {
      title: `A post for ${person.username}`,
      category: 'javascript',
      content: '<p>Text</p>',
    },
  });
  const { slug } = await created.json();
  await admin.dispose();
  await page.goto(`/post/${slug}`);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await page.reload();
  await main(page).getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/signup$/);
  await main(page).getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await fillSignIn(page, person);
  await expect(page).toHaveURL(`/post/${slug}`);
});

test('the return path only leads to pages of this site', { tag: '@long' }, async ({
  page,
  person,
  site,
}) => {
  for (const [asked, reached] of [
    ['/about?a=b#c', '/about?a=b#c'],
    ['/.//evil.example/', '/'],
    ['/signin?returnTo=/signin', '/'],
  ] as const) {
    await page.context().clearCookies();
    await page.goto('/about');
    await page.evaluate(() => localStorage.clear());
    await page.goto(`/signin?returnTo=${encodeURIComponent(asked)}`);
    await fillSignIn(page, person);
    await expect(page, asked).toHaveURL(`${site.url}${reached}`);
  }
});

test('an unused return path is forgotten', { tag: '@long' }, async ({ page, person }) => {
  await page.goto('/dashboard?tab=profile');
  await expect(page).toHaveURL(/\/signin$/);
  await expect(button(page, 'Sign In')).toBeEnabled();
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/$/);
});

test('signing in or out affects all tabs', { tag: '@long' }, async ({ page, person }) => {
  const other = await page.context().newPage();
  await other.goto('/signin');
  await page.goto('/signin');
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/$/);

  await other.goto('/dashboard?tab=profile');
  await expect(other.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(other).toHaveURL(/\/signin$/);
  expect(await storedUser(other)).toBeUndefined();
});

test("a stored user that the server doesn't know is forgotten", { tag: '@long' }, async ({
  page,
  signedIn,
}) => {
  await page.goto('/signin');
  await expect(page).toHaveURL(/\/$/);
  await page.context().clearCookies();
  await expect.poll(() => storedUser(page)).toMatchObject({ _id: signedIn._id });
  await page.goto('/about');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await storedUser(page)).toBeUndefined();
});

test('a failed sign-out is ignored, and the user stays signed in', async ({
  page,
  person,
  site,
}) => {
  await signUp(page.request, site.url, person);
  await page.goto('/signin');
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/$/);
  await page.route('/api/user/signout', (route) => route.abort());
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeEnabled();
  await expect.poll(() => storedUser(page)).toMatchObject({ username: person.username });
});
