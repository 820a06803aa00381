// @module-tag long
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { insertBlocks, openDialogs, publishedBlocks, SELECTED } from './blocks.ts';
import { Desk, listen, roomOfLine } from './desk.ts';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { Page } from './page.ts';
import { startWebKit } from './webkit.ts';

const BROWSERS = [
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit },
];
const PICTURE = fileURLToPath(new URL('../../public/icon-192.png', import.meta.url));
const PHONE = { width: 375, height: 740 };
const END = 'Control+End';
const UNDO = 'Control+z';

let site: RunningServer;
beforeAll(async () => {
  site = await startServer({ seed: 'none' });
});
afterAll(() => site?.stop());

describe.each(BROWSERS)('Writing in $name', ({ name, start }) => {
  let driver: Driver;
  let page: Page;
  let desk: Desk;
  beforeAll(async () => {
    driver = await start();
    await driver.resize(1280, 1000);
    page = new Page(driver, site.url);
    desk = new Desk(driver, page, site.url);
    await desk.signIn();
  });
  beforeEach(() => driver.resize(1280, 1000));
  afterAll(() => driver?.close());

  const expectNoComplaints = async () => expect(await driver.complaints()).toEqual([]);

  it('leads from title to text and back, and types Tab, n and e nowhere else', async () => {
    await page.open('/create-post');
    await desk.expectFocus('Title');
    await page.see('field', 'Content');
    await desk.press(`Keys in ${name}`, 'ArrowDown');
    await desk.expectFocus('Content');
    await desk.press('Name:', 'Tab', 'Anna', 'Enter', 'n e', 'ArrowUp', 'ArrowUp');
    await desk.expectFocus('Title');
    // The Enter that confirms a word, as in Safari, isn't for the page.
    await driver.run(() => {
      const key = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    await desk.expectFocus('Title');
    await desk.press('Enter');
    await desk.expectFocus('Content');
    await desk.press('First. ');
    await desk.expectLines(['First. Name:Anna', 'n e']);
    await desk.press('Escape', 'Tab', 'n', 'e');
    await desk.expectFocus('Shortcuts and Markdown');
    await desk.press('Shift+Tab', 'Escape', 'Shift+Tab');
    await desk.expectFocus('Heading: Normal text');
    await page.seePath(/^\/(?:create-post|update-post\/)/);

    const said = await listen(driver);
    await page.click('field', 'Content');
    await desk.press(END, ' more');
    expect(await desk.save()).toBe('<p>First. Name:Anna</p><p>n e more</p>');
    await expect.poll(said).toEqual(['Saved']);
    await expectNoComplaints();
  });

  it('puts the cursor after pictures, videos and dividers, however they come', async () => {
    await desk.create(`Pictures in ${name}`);
    await desk.press('one', 'Enter');
    await driver.upload('.ql-toolbar input[type=file]', PICTURE);
    await desk.expectLines(['one', '[figure]', '']);
    await desk.press('two');
    await desk.giveFile(PICTURE);
    await desk.expectLines(['two', '[figure]', ''], 2);
    await desk.press('three');
    await desk.giveFile(PICTURE, 'three');
    await desk.expectLines(['[figure]', '[figure]', 'three'], 3);
    await desk.press('x ');
    await desk.expectLines(['x three'], 5);
    await desk.insert('Insert from the library');
    await expect
      .poll(() => driver.run(() => document.querySelectorAll('dialog[open] img').length))
      .toBeGreaterThan(0);
    await desk.click('dialog[open] img');
    await desk.expectDialog(null);
    await desk.press('four');
    await desk.expectLines(['x three', '[figure]', 'four'], 5);
    await desk.insert('Embed video');
    await desk.expectDialog('Embed a video');
    await desk.press('https://youtu.be/dQw4w9WgXcQ', 'Enter');
    await desk.expectDialog(null);
    await desk.press('five', 'Enter', '---', 'six');
    await desk.expectLines(['four', '[video]', 'five', '[hr]', 'six'], 7);
    await desk.save();
    // Without a network, the frame of the video shows Firefox's page for that.
    await driver.complaints();
  });

  it('keeps the place of a failed upload', async () => {
    await desk.create(`Failed in ${name}`);
    await driver.run(() => {
      const call = window.fetch;
      window.fetch = (input, options) =>
        String(input).includes('/api/upload') && 'isOffline' in window
          ? Promise.reject(new TypeError('offline'))
          : call(input, options);
      Object.assign(window, { isOffline: true });
    });
    await desk.press('one', 'Enter');
    await desk.giveFile(PICTURE);
    await page.see('button', 'Retry');
    await desk.expectLines(['one', '[upload]', '']);
    await desk.press('ArrowUp');
    await driver.run(() => Reflect.deleteProperty(window, 'isOffline'));
    await desk.press('Enter');
    await desk.expectLines(['one', '[figure]', '']);
    await driver.run(() => void Object.assign(window, { isOffline: true }));
    await desk.press(END);
    await desk.giveFile(PICTURE);
    await page.click('button', 'Remove');
    await desk.expectLines(['one', '[figure]', '']);
    await desk.save();
  });

  it('selects, passes, copies, replaces, moves and drags blocks', async () => {
    const start = ['One', '[hr]', 'Two', '[table]', '[details]', 'a', 'x', 'End'];
    await desk.edit(
      `Blocks in ${name}`,
      '<p>One</p><hr><p>Two</p><table><tbody><tr><td>cell</td></tr></tbody></table>' +
        '<details><summary>s</summary><p>t</p></details><ul><li>a</li></ul>' +
        '<pre data-language="plain"><code>x</code></pre><p>End</p>',
    );
    const expectUndone = async (steps: number) => {
      for (let n = 0; n < steps; n++) await desk.press(UNDO);
      await desk.expectLines(start);
    };
    await desk.clickLine('One');
    await desk.press('End', 'ArrowDown');
    await desk.expectSelected('Divider');
    await desk.press('ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp');
    await desk.expectSelected('Divider');
    await desk.press('new');
    await desk.expectLines(['One', '[hr]', 'new', 'Two']);
    await expectUndone(2);
    await desk.clickLine('Two');
    await desk.press('Home', 'Backspace');
    await desk.expectSelected('Divider');
    await desk.press('Backspace');
    await desk.expectLines(['One', 'Two']);
    await expectUndone(1);

    // With the clipboard of the system.
    await desk.click('.ql-editor td');
    await desk.expectSelected('Table, 1 column, 1 row');
    await desk.press('Control+c');
    await desk.clickLine('One');
    await desk.press('End', 'Control+v');
    await desk.expectLines(['One', '[table]', '', '[hr]']);
    await desk.press('new');
    await desk.expectLines(['One', '[table]', 'new', '[hr]']);
    await expectUndone(2);

    // Typing replaces a selection that starts with a block.
    await desk.clickLine('One');
    await desk.press('End', 'ArrowDown', 'Control+Shift+End', 'x');
    await desk.expectLines(['One', 'x']);
    await expectUndone(2);
    await desk.clickLine('One');
    await desk.press('End', 'ArrowDown', 'Backspace', 'Control+Home', 'Backspace');

    await desk.clickLine('x');
    await desk.press('Alt+Shift+ArrowUp');
    await desk.expectLines(['x', 'a', 'End'], -3);
    await desk.press(UNDO);
    await desk.expectLines(['a', 'x', 'End'], -3);
    await driver.run(() => scrollTo(0, 0));
    await driver.pointer(await desk.at('.ql-editor p', 'End'));
    const two = await desk.at('.ql-editor p', 'Two');
    const handle = await desk.at('.block-handle');
    await driver.pointer(handle, 'down', { ...two, y: two.y + 30 }, { ...two, y: two.y - 6 }, 'up');
    await desk.expectLines(['End', 'Two', '[table]', '[details]', 'a', 'x'], -6);
    await expectNoComplaints();
  });

  it('goes through the languages of code with keys, and sets the one that is chosen', async () => {
    const code = (language: string) => `<pre data-language="${language}"><code>x</code></pre>`;
    const plain = code('plain');
    await desk.edit(`Languages in ${name}`, `${plain}<p>1</p>${plain}<p>2</p>${plain}<p>3</p>`);
    const search = async (nth: number, letters: string, key: string) => {
      await driver.run(
        (at) => document.querySelectorAll<HTMLElement>('select.ql-ui')[at]?.focus(),
        nth,
      );
      await desk.expectFocus('Language of the code');
      await desk.press(letters);
      await desk.expectFocus('Language of the code');
      await desk.press(key);
    };
    await desk.clickLine('1');
    await search(0, 'javas', 'Escape');
    await search(1, 'py', 'Enter');
    await desk.expectFocus('Content');
    await search(2, 'css', 'Tab');
    await desk.expectLines(['x', '1', 'x', '2', 'x', '3']);
    expect(await desk.save()).toBe(
      `${plain}<p>1</p>${code('python')}<p>2</p>${code('css')}<p>3</p>`,
    );
    await expectNoComplaints();
  });

  it('selects a block with the first click on a phone', async () => {
    await driver.resize(PHONE.width, PHONE.height);
    const table = '<table><tbody><tr><td>cell</td></tr></tbody></table>';
    await desk.edit(`First click in ${name}`, `<p>One</p>${table}<p>End</p>`);
    await desk.click('.ql-editor td');
    await desk.expectSelected('Table, 1 column, 1 row');
    await desk.expectLines(['One', '[table]', 'End']);
    await expectNoComplaints();
  });

  it('inserts, edits and publishes each block', async () => {
    await desk.create(`Each block in ${name}`);
    await desk.press('Start ');
    const content = await insertBlocks(desk, PICTURE);
    await desk.reopen(await desk.id());
    await page.click('field', 'Content');
    await desk.press('Control+Home');
    expect(await desk.selectDown()).toEqual(SELECTED);
    await openDialogs(desk);
    await desk.press(END, 'z', 'Backspace');
    expect(await desk.save()).toBe(content);
    await expectNoComplaints();

    await page.type('Category', 'javascript');
    await desk.press('Control+Enter');
    await page.see('dialog', 'Publish this post now?');
    await desk.press('Control+Enter');
    await page.seePath(/^\/post\/each-block-/);
    await expect
      .poll(() => driver.run(publishedBlocks))
      .toEqual({
        ...{ table: 'Prices', callout: true, isOpen: false, definition: 'A pen', formulas: 2 },
        ...{ notes: [1, 1], checks: 2, title: true, marked: 'b {}', caption: 'A caption' },
        dividers: 1,
      });
    await page.click('button', 'Undo');
    await page.seePath(/^\/update-post\//);
    await page.seeText('Unpublished');
    await expectNoComplaints();
  });

  it('keeps the line of the cursor between the bars, and all in view on a phone', async () => {
    const paragraphs = Array.from({ length: 80 }, (_, n) => `<p>Paragraph ${n}.</p>`).join('');
    const id = await desk.edit(`Long in ${name}`, paragraphs);
    for (const size of [{ width: 1280, height: 720 }, PHONE]) {
      await driver.resize(size.width, size.height);
      await desk.reopen(id);
      await desk.clickLine('Paragraph 0.');
      await desk.expectFocus('Content');
      for (const keys of [
        [END],
        ['PageUp'],
        ['PageUp', 'ArrowUp'],
        ['Control+Home'],
        ['PageDown'],
        ['PageDown', 'PageDown'],
        Array.from({ length: 20 }, () => 'ArrowUp'),
        [END, 'Enter', 'More', 'Enter'],
      ]) {
        await desk.press(...keys);
        const what = `${keys[0]} at ${size.width}`;
        await expect.poll(() => driver.run(roomOfLine), { message: what }).toBeGreaterThan(0);
      }
      await driver.run(() => scrollTo(0, 0));
      await desk.press('!', 'Backspace');
      await expect.poll(() => driver.run(roomOfLine)).toBeGreaterThan(0);
      await desk.save();
    }

    await desk.create(`Phone in ${name}`);
    await desk.press('A few words.');
    await desk.save();
    await desk.reload();
    await desk.expectLines(['A few words.']);
    const tops = () =>
      driver.run(() => {
        const top = (selector: string) =>
          document.querySelector(selector)?.getBoundingClientRect().top ?? Infinity;
        const end = document.querySelector('.ql-toolbar')?.getBoundingClientRect().top ?? 0;
        const start = document.querySelector('.writing-head')?.getBoundingClientRect().bottom ?? 0;
        return [top('textarea') >= start, top('.ql-editor p') < end - 20];
      });
    await expect.poll(tops).toEqual([true, true]);
    // A keyboard that covers the page, as on iOS.
    await desk.clickLine('A few words.');
    await driver.run(() => {
      const value = innerHeight - 300;
      Object.defineProperty(visualViewport, 'height', { value, configurable: true });
      visualViewport?.dispatchEvent(new Event('resize'));
    });
    const covered = () =>
      driver.run(() => {
        const bottom = document.querySelector('.ql-toolbar')?.getBoundingClientRect().bottom ?? 0;
        return Math.round(innerHeight - bottom);
      });
    await expect.poll(covered).toBe(300);
    await page.click('link', 'Posts');
    await page.seePath(/^\/dashboard\?tab=posts/);
    await expectNoComplaints();
  });
});
