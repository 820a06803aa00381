import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  draftsOf,
  findLost,
  momentsOf,
  patched,
  patchOf,
  textOf,
} from '../../../src/islands/editor/recorder/steps.ts';
import { sentenceFinder } from '../../../src/lib/search/words.ts';
import { type Reel, type Step, surplus } from '../../../src/stores/recordings.ts';
import { generator } from '../../support/random.ts';
import { randomDocument } from '../../support/random-documents.ts';

const DAY_MS = 86_400_000;

/** Records texts as a reel, one a second. */
function reelOf(texts: readonly string[], start = 0, title = ''): Step[] {
  return texts.map((html, number) => ({
    number,
    at: start + number * 1000,
    title,
    patch: patchOf(texts[number - 1] ?? '', html),
  }));
}

function reel(id: string, end: number, bytes: number, draft = 'a'): Reel {
  return { id, owner: 'anna', draft, title: `Title ${id}`, start: end - 1, end, bytes };
}

const never = new AbortController().signal;
const finder = (sentence: string) => {
  const find = sentenceFinder(sentence);
  if (!find) throw new Error('nothing to find');
  return find;
};
const lost = async (sentence: string, texts: readonly string[]) => {
  return await findLost(finder(sentence), momentsOf([reelOf(texts)]), never);
};

describe('a recording', () => {
  it('gives each of 500 random documents back, in any order', () => {
    const random = generator(23);
    const texts = Array.from({ length: 500 }, () => randomDocument(random));
    for (const [index, text] of texts.entries()) {
      const before = texts[index - 1] ?? '';
      expect(patched(before, patchOf(before, text))).toBe(text);
    }
    const distinct = texts.filter((text, index) => text !== texts[index - 1]);
    const moments = momentsOf([reelOf(distinct)]);
    expect(moments.map((moment) => moment.html())).toEqual(distinct);
    expect(moments.toReversed().map((moment) => moment.html())).toEqual(distinct.toReversed());
  });

  it('takes little for a change in a long text, also between equal letters', () => {
    const text = '<p>word</p>'.repeat(20_000);
    const patch = patchOf(text, `${text.slice(0, 50_000)}a${text.slice(50_000)}`);
    expect(patch).toEqual({ from: 50_000, to: 50_000, text: 'a' });
    expect(patchOf('aaa', 'aa')).toEqual({ from: 2, to: 3, text: '' });
    expect(patchOf('aa', 'aa')).toEqual({ from: 2, to: 2, text: '' });
  });

  it('shows the steps of two tabs in the order of time, and a text that a tab opened once', () => {
    const first = reelOf(['<p>a</p>', '<p>ab</p>']);
    const second = reelOf(['<p>ab</p>', '<p>abc</p>'], 1500);
    const texts = momentsOf([second, first]).map((moment) => moment.html());
    expect(texts).toEqual(['<p>a</p>', '<p>ab</p>', '<p>abc</p>']);
  });

  it('keeps the order of writing when the clock is set back, and tells equal times apart', () => {
    const texts = ['<p>a</p>', '<p>ab</p>', '<p>abc</p>', '<p>abcd</p>'];
    const times = [5000, 6000, 1000, 1000];
    const steps = reelOf(texts).map((step, index) => ({ ...step, at: times[index] ?? 0 }));
    const moments = momentsOf([steps, reelOf(['<p>x</p>', '<p>y</p>'], 7000)]);
    expect(moments.map((moment) => moment.html())).toEqual([...texts, '<p>x</p>', '<p>y</p>']);
    expect(new Set(moments.map(({ id }) => id)).size).toBe(6);
  });

  it('belongs to a draft, which has the title of its last step', () => {
    const drafts = draftsOf([reel('1', 10, 1), reel('2', 20, 1, 'b'), reel('3', 30, 1)]);
    expect(drafts.map(({ draft, title, reels }) => [draft, title, reels.length])).toEqual([
      ['a', 'Title 3', 2],
      ['b', 'Title 2', 1],
    ]);
  });
});

describe('the search for a lost sentence', () => {
  afterEach(() => vi.restoreAllMocks());

  it('finds it where it was last, before each time that it went', async () => {
    const texts = ['<p>x</p>', '<p>Lost one.</p>', '<p>Lost one. And</p>', '<p>y</p>'];
    const found = await lost('lost one', [...texts, '<p>Again lost one.</p>', '<p>z</p>']);
    expect(found.map(({ moment, match }) => [moment.html(), match])).toEqual([
      ['<p>Again lost one.</p>', 'lost one'],
      ['<p>Lost one. And</p>', 'Lost one'],
    ]);
  });

  it.each([
    [
      'across formats and links',
      'a bold claim',
      '<p>A <strong>bo</strong>ld <a href="/x">claim</a></p>',
    ],
    ['across lines', 'one two', '<ul><li>one</li><li>two</li></ul>'],
    [
      'with signs of patterns and HTML',
      'if (a < b && c) [x].*',
      '<p>if (a &lt; b &amp;&amp; c) [x].*</p>',
    ],
    ['with non-breaking spaces', '10 km', '<p>10\u00a0km</p>'],
    ['in other scripts and with emoji', 'ПРИВЕТ 世界 👋🏽', '<p>Привет 世界 👋🏽</p>'],
    ['without its accents', 'une ecole elegante', '<p>Une École élégante</p>'],
    ['with accents that are composed of marks', 'caf\u00e9', '<p>cafe\u0301</p>'],
    ['with other capitals', 'STRASSE ΟΔΟΣ ışık', '<p>Straße Οδος IŞIK</p>'],
    ['without points', 'שלום', '<p>שָׁלוֹם</p>'],
    ['in scripts with marks', 'हिन्दी ภาษาไทย', '<p>हिन्दी ภาษาไทย</p>'],
    ['in code', 'let x', '<pre data-language="plain"><code>let x = 1</code></pre>'],
  ])('finds it %s', async (_, sentence, html) => {
    expect(await lost(sentence, [html, '<p></p>'])).toHaveLength(1);
  });

  it('does not find the names of tags and files, or words across a paragraph without a space', async () => {
    const html = '<p>one</p><p>two <img src="/uploads/cat.png" alt=""></p>';
    for (const sentence of ['strong', 'uploads', 'onetwo']) {
      expect(await lost(sentence, [html])).toEqual([]);
    }
    expect(sentenceFinder('  ')).toBeNull();
    expect(sentenceFinder('a well-known (1/2) claim')?.find('A Well-Known (1/2)\nclaim')).toEqual([
      0, 24,
    ]);
  });

  it('finds it in a title', async () => {
    const moments = momentsOf([reelOf(['<p>x</p>'], 0, 'A title')]);
    expect(await findLost(finder('title'), moments, never)).toHaveLength(1);
  });

  it('stops when the words change', async () => {
    // Each reading is one second later, so each moment takes longer than a turn.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    const typing = new AbortController();
    const html = vi.fn(() => {
      typing.abort();
      return '<p>x</p>';
    });
    const moments = ['1', '2'].map((id) => ({ id, at: 0, title: '', html }));
    const search = findLost(finder('nothing'), moments, typing.signal);
    await expect(search).rejects.toThrow(typing.signal.reason);
    expect(html).toHaveBeenCalledTimes(1);
  });

  it('reads the text of stored HTML', () => {
    expect(textOf('<h2>a</h2><p>b&amp;lt;<br>c</p>')).toBe(' a  b&lt; c ');
  });
});

describe('the room for recordings', () => {
  it('is for the last 30 days, and the newest that fit', () => {
    const now = 100 * DAY_MS;
    const reels = [
      reel('old', now - 30 * DAY_MS - 1, 1),
      reel('large', now - 3 * DAY_MS, 60),
      reel('other', now - 2 * DAY_MS, 30),
      reel('new', now, 20),
    ];
    const gone = (maxBytes: number) => surplus(reels, now, maxBytes).map(({ id }) => id);
    expect(gone(1000)).toEqual(['old']);
    expect(gone(110)).toEqual(['old']);
    expect(gone(109)).toEqual(['old', 'large']);
    expect(gone(20)).toEqual(['old', 'large', 'other']);
    expect(gone(0)).toEqual(['old', 'large', 'other', 'new']);
  });
});
