import type { Page } from '@playwright/test';
import { clickTool, expectStored, showTool, tool } from './support/editing.ts';
import { expect } from './support/test.ts';
import { test as base } from './support/writing.ts';

const test = base.extend({
  // Each page starts empty, without the draft of the page before it.
  page: async ({ page }, use) => {
    await page.addInitScript(() => indexedDB.deleteDatabase('inkwell-drafts'));
    await use(page);
  },
});

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' });
const help = (page: Page) => page.getByRole('button', { name: 'Shortcuts and Markdown' });

/** Opens an empty editor, and types into it. */
async function write(page: Page, ...keys: string[]): Promise<void> {
  await page.goto('/create-post');
  await content(page).click();
  await press(page, ...keys);
}

/** Presses keys such as "Enter" or "Control+b", and types everything else. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (
      /^(Enter|Tab|Escape|Home|End|Backspace|ArrowRight|(Shift|Alt|Control|ControlOrMeta)\+.+)$/.test(
        key,
      )
    ) {
      await page.keyboard.press(key);
    } else await page.keyboard.type(key);
  }
}

test.describe('Tab', () => {
  test('leaves the text after Escape, and reaches nothing that publishes', async ({ page }) => {
    await write(page, '- one', 'Escape', 'Tab');
    await expect(help(page)).toBeFocused();
    await expectStored(page, '<ul><li>one</li></ul>');
    await content(page).focus();
    await press(page, 'Escape', 'Shift+Tab');
    await expect(tool(page, /^Heading: /)).toBeFocused();
    await press(page, 'Escape');
    await expect(content(page)).toBeFocused();
    // Another key after Escape returns Tab to its normal effect.
    await press(page, 'Escape', 'End', 'Tab');
    await expect(content(page)).toBeFocused();
    const hint = (await content(page).getAttribute('aria-describedby')) ?? '';
    await expect(page.locator(`[id="${hint}"]`)).toBeVisible();
    await expect(page.locator(`[id="${hint}"]`)).toContainText('press Esc, then Tab');
  });

  test('stays in paragraphs and in code, and leaves from there after Escape', {
    tag: '@long',
  }, async ({ page }) => {
    await write(page, 'text', 'Tab', 'Shift+Tab', 'more');
    await expect(content(page)).toHaveText('textmore');
    await press(page, 'Escape', 'Tab');
    await expect(help(page)).toBeFocused();
    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toContainText('Leave the text');
    await press(page, 'Escape');
    await expect(help(page)).toBeFocused();
    await write(page, '```', 'Tab', 'a()');
    await expectStored(page, '<pre data-language="plain"><code>  a()</code></pre>');
    await press(page, 'Shift+Tab');
    await expectStored(page, '<pre data-language="plain"><code>a()</code></pre>');
    await content(page).locator('select').focus();
    await press(page, 'Tab');
    await expectStored(page, '<pre data-language="plain"><code>a()</code></pre>');
    await content(page).focus();
    // To what is below the text, and not to the field for the language.
    await press(page, 'Escape', 'Tab');
    await expect(content(page)).not.toBeFocused();
    await expect(content(page).locator(':focus')).toHaveCount(0);
  });

  test('indented lists look the same on the published page, and after opening it again', {
    tag: '@long',
  }, async ({ page }) => {
    await write(page, '- flat', 'Enter', 'deep', 'Tab', 'Enter', 'deeper', 'Tab', 'Enter');
    await press(page, 'flat', 'Shift+Tab', 'Shift+Tab', 'Enter', 'nested', 'Tab');
    const html = await content(page).innerHTML();
    const answer = await page.request.post('/api/post/create', {
      data: { title: 'Indented', category: 'javascript', content: html },
    });
    const post = (await answer.json()) as { _id: string; slug: string; content: string };
    const indents = () =>
      page.locator('.prose li').evaluateAll((items) => {
        const starts = items.map((item) => {
          const text = document.createRange();
          const words = [...item.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
          text.selectNode(words ?? item);
          return text.getBoundingClientRect().left;
        });
        return starts.map((start) => Math.round((start - Math.min(...starts)) / 10));
      });
    const inEditor = await indents();
    expect(new Set(inEditor).size).toBe(3);
    await page.goto(`/post/${post.slug}`);
    expect(await indents()).toEqual(inEditor);
    await page.goto(`/update-post/${post._id}`);
    await expect(content(page)).toContainText('nested');
    expect(await indents()).toEqual(inEditor);
    await expectStored(page, post.content);
  });
});

test.describe('leaving a format', () => {
  test('the right arrow key leaves inline code at the end of a line', { tag: '@long' }, async ({
    page,
  }) => {
    await write(page, 'ControlOrMeta+e', 'abc', 'ArrowRight', 'x');
    await expectStored(page, '<p><code>abc</code>x</p>');
  });

  test('a nested list item that becomes a heading is no longer indented', { tag: '@long' }, async ({
    page,
  }) => {
    await write(page, '- a', 'Enter', 'Tab', 'b');
    await tool(page, /^Heading: /).click();
    await page.getByRole('button', { name: 'Heading 2' }).click();
    await expectStored(page, '<ul><li>a</li></ul><h2>b</h2>');
  });
});

test.describe('the toolbar', () => {
  test('has inline code, by button and with Ctrl+E, as published', async ({ page }) => {
    await write(page, 'run ', 'ControlOrMeta+e', 'npm start', 'ControlOrMeta+e', ' now');
    await expectStored(page, '<p>run <code>npm start</code> now</p>');
    await press(page, 'ControlOrMeta+a');
    await clickTool(page, 'Inline code');
    await expect(await showTool(page, 'Inline code')).toHaveAttribute('aria-pressed', 'true');
    await expectStored(page, '<p><code>run npm start now</code></p>');
  });

  test('undoes and redoes, with buttons that are off when there is nothing to do', async ({
    page,
  }) => {
    await page.goto('/create-post');
    const [undo, redo] = [tool(page, 'Undo'), tool(page, 'Redo')];
    await showTool(page, 'Undo');
    await expect(undo).toBeDisabled();
    await expect(redo).toBeDisabled();
    await content(page).click();
    await page.keyboard.type('word');
    await clickTool(page, 'Undo');
    await expect(content(page)).toHaveText('');
    await expect(await showTool(page, 'Undo')).toBeDisabled();
    await redo.click();
    await expect(content(page)).toHaveText('word');
    await press(page, 'ControlOrMeta+z');
    await expect(content(page)).toHaveText('');
    await press(page, 'ControlOrMeta+y');
    await expect(content(page)).toHaveText('word');
    await expect(await showTool(page, 'Redo')).toBeDisabled();
  });

  test('has named groups, counts words, and shows the selection while it has the focus', {
    tag: '@long',
  }, async ({ page }) => {
    await write(page, 'two words');
    await expect(page.getByText('2 words', { exact: true })).toBeVisible();
    for (const name of ['Text style', 'Insert', 'Lists and blocks']) {
      await expect(toolbar(page).getByRole('group', { name })).toBeVisible();
    }
    await press(page, 'ControlOrMeta+a', 'ControlOrMeta+b', 'Alt+F10');
    await expect(tool(page, 'Bold')).toHaveAttribute('aria-pressed', 'true');
    const shown = () =>
      page.evaluate(() => [...(CSS.highlights.get('kept-selection') ?? [])].map(String));
    await expect.poll(shown).toEqual(['two words']);
    await press(page, 'Escape');
    await expect.poll(shown).toEqual([]);
    // Also if the key comes before the browser has reported the selection.
    await content(page).evaluate((text) => {
      getSelection()?.collapse(text);
      getSelection()?.selectAllChildren(text);
      const key = { key: 'F10', altKey: true, bubbles: true };
      text.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    await expect.poll(shown).toEqual(['two words']);
  });

  test('says its keys, and Ctrl+/ lists them all from anywhere', async ({ page }) => {
    await write(page, 'text');
    await expect(tool(page, 'Bold')).toHaveAttribute('aria-keyshortcuts', 'Control+B');
    await page.getByLabel('Title').focus();
    await press(page, 'Control+/');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const [name, keys] of [
      ['Heading 1 to 6', 'Ctrl+Alt+1 to 6'],
      ['Quote', 'Ctrl+Q'],
      ['Inline code', 'Ctrl+E or Ctrl+Shift+K'],
      ['Divider', 'Ctrl+Alt+R'],
      ['In a checklist: check or uncheck', 'Alt+Enter'],
    ] as const) {
      const term = dialog
        .locator('dt')
        .filter({ hasText: new RegExp(`^${keys.replace(/[+]/g, '\\+')}$`) });
      await expect(term.locator('+ dd')).toHaveText(name);
    }
    await press(page, 'Escape');
    await expect(page.getByLabel('Title')).toBeFocused();
    await content(page).focus();
    await press(page, 'End', 'ControlOrMeta+Alt+2', 'Control+Alt+r', 'x');
    await expect(content(page).locator('h2')).toHaveText('text');
    await expect(content(page).locator('hr')).toBeVisible();
    await expect(content(page).locator('p')).toHaveText('x');
    await tool(page, /^Heading: /).focus();
    await press(page, 'Enter');
    const heading = page.getByRole('button', { name: 'Heading 2', exact: true });
    await expect(heading).toHaveAttribute('aria-keyshortcuts', 'Control+Alt+2');
  });

  test('lists headings by size', { tag: '@long' }, async ({ page }) => {
    await page.goto('/create-post');
    await tool(page, /^Heading: /).click();
    const sizes = await page
      .getByRole('group', { name: 'Heading', exact: true })
      .getByRole('button', { name: /^Heading \d/ })
      .evaluateAll((items) =>
        items.map((item) => Number.parseFloat(getComputedStyle(item).fontSize)),
      );
    expect(sizes).toHaveLength(6);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(6);
  });

  test('refuses words that are no address, and says what to enter', { tag: '@long' }, async ({
    page,
  }) => {
    await write(page, 'ControlOrMeta+k');
    const field = page.getByLabel('Address of the link');
    for (const typed of ['bad address', 'nosuchpage', '', 'javascript:alert(1)']) {
      await field.fill(typed);
      await field.press('Enter');
      await expect(page.getByRole('alert')).toContainText('Enter a web address such as');
      await expect(field).toBeFocused();
    }
    for (const [typed, href] of [
      ['/about', '/about'],
      ['me@example.com', 'mailto:me@example.com'],
      ['example.com/a b', 'https://example.com/a%20b'],
      ['\u200bпример.рф', 'https://пример.рф'],
      ['\ufeff münchen.de', 'https://münchen.de'],
    ] as const) {
      await write(page, 'ControlOrMeta+k');
      await field.fill(typed);
      await field.press('Enter');
      await expect(content(page).locator('a')).toHaveAttribute('href', href);
    }
  });
});

test('each token of code has its color, after a change and after opening the post again', {
  tag: '@long',
}, async ({ page }) => {
  await write(page, '```js', 'Enter', 'const a = 1; // note', 'Enter', 'run(`x`);');
  const tokens = () =>
    content(page)
      .locator('[class*="hljs-"]')
      .evaluateAll((all) => all.map((one) => [one.className.split('hljs-')[1], one.textContent]));
  await expect.poll(tokens).toContainEqual(['comment', '// note']);
  await press(page, 'Home', 'let b = 2; // more', 'Enter');
  const colored = [
    ['keyword', 'const'],
    ['number', '1'],
    ['punctuation', '; '],
    ['comment', '// note'],
    ['keyword', 'let'],
    ['number', '2'],
    ['punctuation', '; '],
    ['comment', '// more'],
    ['function', 'run'],
    ['punctuation', '('],
    ['string', '`x`'],
    ['punctuation', ');'],
  ];
  await expect.poll(tokens).toEqual(colored);
  const answer = await page.request.post('/api/post/create', {
    data: { title: 'Colored', category: 'javascript', content: await content(page).innerHTML() },
  });
  const { _id } = (await answer.json()) as { _id: string };
  await page.goto(`/update-post/${_id}`);
  await expect.poll(tokens).toEqual(colored);
});

test('the text has the type and the width of the published page', { tag: '@long' }, async ({
  page,
}) => {
  const long = 'word '.repeat(60);
  const html = `<p>${long}</p><h2>Two</h2><p>Some <code>code</code></p><blockquote>q</blockquote>`;
  const answer = await page.request.post('/api/post/create', {
    data: { title: 'Typeset', category: 'javascript', content: html },
  });
  const { slug, _id } = (await answer.json()) as { slug: string; _id: string };
  const look = () =>
    page.locator('.prose').evaluate(async (prose) => {
      // The layout starts to load fonts.
      prose.getBoundingClientRect();
      await document.fonts.ready;
      return [...prose.querySelectorAll('p, h2, code, blockquote')].map((part) => {
        const { fontFamily, fontSize, lineHeight, fontWeight, color } = getComputedStyle(part);
        const { width, height } = part.getBoundingClientRect();
        return { fontFamily, fontSize, lineHeight, fontWeight, color, width, height };
      });
    });
  await page.goto(`/post/${slug}`);
  const published = await look();
  expect(published).toHaveLength(5);
  await page.goto(`/update-post/${_id}`);
  await expect(content(page)).toContainText('Two');
  await expect.poll(look).toEqual(published);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test('lists follow their button while the page scrolls, and no message covers them', {
    tag: '@long',
  }, async ({ page }) => {
    await write(page, 'text');
    await content(page).evaluate((root) => {
      const data = new DataTransfer();
      data.setData('text/html', '<img src="file:///C:/a.png">');
      const kind = { clipboardData: data, bubbles: true, cancelable: true };
      root.dispatchEvent(new ClipboardEvent('paste', kind));
    });
    await expect(page.getByRole('alert')).toContainText("couldn't be pasted");
    const heading = tool(page, /^Heading: /);
    await heading.click();
    const list = page.getByRole('group', { name: 'Heading', exact: true });
    const gap = async () => {
      const [above, below] = [await list.boundingBox(), await heading.boundingBox()];
      return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0));
    };
    await expect.poll(gap).toBe(6);
    await page.evaluate(() => window.scrollBy(0, 40));
    await expect.poll(gap).toBe(6);
    for (const item of await list.getByRole('button').all()) {
      await item.scrollIntoViewIfNeeded();
      const isOnTop = await item.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isOnTop).toBe(true);
    }
  });
});

test('the panel for alternative text stays inside the editor', { tag: '@long' }, async ({
  page,
}) => {
  const picture = '<p>a</p><p><img src="/icon-512.png"></p>';
  const answer = await page.request.post('/api/post/create', {
    data: { title: 'Pictured', category: 'javascript', content: picture },
  });
  const { _id } = (await answer.json()) as { _id: string };
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/update-post/${_id}`);
    await content(page).locator('img').click();
    const field = page.getByLabel('Alternative text');
    await expect(field).toBeVisible();
    const panel = await page.locator('.picture-panel').boundingBox();
    const text = await content(page).boundingBox();
    if (!panel || !text) throw new Error('Not shown');
    expect(panel.y + panel.height).toBeLessThanOrEqual(text.y + text.height);
    await page.getByRole('button', { name: 'Update post' }).click({ trial: true });
  }
});
