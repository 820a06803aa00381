import type { Locator, Page } from '@playwright/test';
import { expect } from './support/test.ts';
import { test } from './support/writing.ts';

const MIXED =
  '<p>English first.</p><p>פסקה בעברית.</p><blockquote>اقتباس</blockquote>' +
  '<ul><li>one</li><li>שתיים</li></ul><pre data-language="plain">// קוד</pre>';

async function makePost(page: Page, title: string): Promise<{ id: string; slug: string }> {
  const data = { title, category: 'javascript', content: MIXED };
  const answer = await page.request.post('/api/post/create', { data });
  expect(answer.status()).toBe(201);
  const { _id, slug } = (await answer.json()) as { _id: string; slug: string };
  return { id: _id, slug };
}

/** Returns the side of a block's text, bar and bullet. */
const sideOf = (block: Locator) =>
  block.evaluate((element) => {
    const style = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(element);
    const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return {
      direction: style.direction,
      isOnTheRight: box.right - text.right < text.left - box.left,
      bar: style.borderRightWidth === '0px' ? 'left' : 'right',
    };
  });

async function expectSides(content: Locator): Promise<void> {
  const [left, right] = [
    { direction: 'ltr', isOnTheRight: false },
    { direction: 'rtl', isOnTheRight: true },
  ];
  expect(await sideOf(content.locator('p').nth(0))).toMatchObject(left);
  expect(await sideOf(content.locator('p').nth(1))).toMatchObject(right);
  expect(await sideOf(content.locator('blockquote'))).toEqual({ ...right, bar: 'right' });
  expect(await sideOf(content.locator('li').nth(0))).toMatchObject(left);
  expect(await sideOf(content.locator('li').nth(1))).toMatchObject(right);
  const code = content.locator('pre, .ql-code-block').first();
  expect(await sideOf(code)).toMatchObject({ direction: 'ltr' });
}

test('each block has its own direction, on the page and in the editor', async ({ page }) => {
  const { id, slug } = await makePost(page, 'Two directions');
  await page.goto(`/post/${slug}`);
  await expectSides(page.locator('.prose'));
  await page.goto(`/update-post/${id}`);
  const editor = page.getByRole('textbox', { name: 'Content' });
  await expect(editor).toContainText('English first.');
  await expectSides(editor);
  await editor.locator('p').first().click();
  await page.keyboard.press('Home');
  await page.keyboard.type('שלום ');
  expect(await sideOf(editor.locator('p').first())).toMatchObject({ direction: 'rtl' });
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.locator('p').first()).toHaveText('English first.');
  await expectSides(editor);
});

test('the page of a post with a language has a lang attribute', { tag: '@long' }, async ({
  page,
}) => {
  const { id, slug } = await makePost(page, 'In Hebrew');
  await page.goto(`/update-post/${id}`);
  await page.getByText('Post settings').click();
  const language = page.getByLabel('Language', { exact: true });
  await expect(language).toHaveValue('');
  await language.selectOption({ label: 'Hebrew' });
  await page.getByRole('button', { name: 'Update post' }).click();
  await expect(page).toHaveURL(new RegExp(`/post/${slug}$`));
  const article = page.getByRole('main').getByRole('article').first();
  await expect(article).toHaveAttribute('lang', 'he');
  await expect(article).toHaveAttribute('dir', 'rtl');
  await expectSides(page.locator('.prose'));
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join()).toContain('"inLanguage":"he"');
});
