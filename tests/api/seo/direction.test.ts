import { describe, expect, it } from 'vitest';
import { directionOf, directionOfLanguage } from '../../../src/lib/direction.ts';
import { renderProse } from '../../../src/lib/prose.ts';

const prose = (html: string, language?: string) => renderProse(html, new Map(), '', language);
const htmlOf = async (html: string, language?: string) => (await prose(html, language)).html;

describe('the direction of a text', () => {
  it.each([
    ['Hello שלום', 'ltr'],
    ['שלום hello', 'rtl'],
    ['123 «مرحبا»', 'rtl'],
    ['12:30 — ½', undefined],
    ['', undefined],
    ['👋 ދިވެހި', 'rtl'],
    ['ܣܘܪܝܝܐ', 'rtl'],
    ['𞤆𞤵𞤤𞤢𞤪', 'rtl'],
    ['日本語 עברית', 'ltr'],
    ['\u200f(1)', 'rtl'],
    ['\u200e(1) שלום', 'ltr'],
  ])('is that of the first strong letter of %j', (text, direction) => {
    expect(directionOf(text)).toBe(direction);
  });

  it.each([
    ['en', 'ltr'],
    ['he', 'rtl'],
    ['ar-EG', 'rtl'],
    ['fa', 'rtl'],
    ['ur', 'rtl'],
    ['az', 'ltr'],
    ['az-Arab', 'rtl'],
    ['ks-Deva', 'ltr'],
    ['yi', 'rtl'],
    ['zh-Hant', 'ltr'],
  ])('follows from the language %s', (language, direction) => {
    expect(directionOfLanguage(language)).toBe(direction);
  });
});

describe('the blocks of a post', () => {
  it('have the direction of their first letter if it differs from the text around them', async () => {
    expect(await htmlOf('<p>Hello</p><p>שלום</p><p>12</p>')).toBe(
      '<p>Hello</p><p dir="rtl">שלום</p><p>12</p>',
    );
    expect(await htmlOf('<blockquote>مرحبا</blockquote><h2>שלום</h2>')).not.toContain('ltr');
    const mixed = '<p>Hello</p><h2>שלום</h2><blockquote>مرحبا</blockquote>';
    const html = await htmlOf(mixed);
    expect(html).toContain('<div class="heading heading-h2" dir="rtl"><h2');
    expect(html).toContain('<blockquote dir="rtl">');
  });

  it('have no dir attribute in a post with only one direction', async () => {
    const page = await prose('<p>One <b>two</b></p><ul><li>three<ul><li>four</li></ul></li></ul>');
    expect(page.html).not.toContain('dir=');
    expect(page.direction).toBeUndefined();
    const hebrew = await prose('<p>אחת</p><ul><li>שתיים</li></ul>');
    expect(hebrew.html).not.toContain('dir=');
    expect(hebrew.direction).toBe('rtl');
  });

  it('have separate directions in items, lists and cells', async () => {
    expect(await htmlOf('<ul><li>one</li><li>שתיים<ul><li>three</li></ul></li></ul>')).toBe(
      '<ul><li>one</li><li dir="rtl">שתיים<ul dir="ltr"><li>three</li></ul></li></ul>',
    );
  });

  it('follow the class that an author chose', async () => {
    expect(await htmlOf('<p>Hi</p><p class="ql-direction-rtl">Hello</p>')).toBe(
      '<p>Hi</p><p class="ql-direction-rtl" dir="rtl">Hello</p>',
    );
  });

  it('ignore the direction of code, which always runs from left to right', async () => {
    const page = await prose('<pre>const a = 1;</pre><p>שלום</p>');
    expect(page.direction).toBe('rtl');
    expect((await prose('<pre>// שלום</pre><p>Hello</p>')).direction).toBeUndefined();
  });

  it('have the direction of the post’s language by default', async () => {
    const page = await prose('<p>Hello</p><p>שלום</p><p>12</p>', 'he');
    expect(page.html).toBe('<p dir="ltr">Hello</p><p>שלום</p><p>12</p>');
    expect(page.direction).toBeUndefined();
    expect((await prose('<p>שלום</p>', 'en')).html).toBe('<p dir="rtl">שלום</p>');
  });
});
