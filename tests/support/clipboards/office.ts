import { each, linesOf, type Program } from './model.ts';

export const WORD: Program = {
  source: 'Word',
  keeps: { heading: 'h2', list: 'ul', table: 'table', figure: 'figure' },
  text: (line) => `<span lang=DE style='font-size:12.0pt'>${line}<o:p></o:p></span>`,
  block(block, text) {
    const paragraph = (line: string) =>
      `<p class=MsoNormal style='margin-left:.5in'>${text(line)}</p>\n\n`;
    const item = (line: string, level: number) =>
      `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text(line)}</p>\n\n`;
    if (block.kind === 'list') {
      return block.items
        .map(({ text: line, inner }) => item(line, 1) + each(inner, (one) => item(one, 2)))
        .join('');
    }
    if (block.kind === 'table') {
      const cell = (line: string) =>
        `<td width=300 valign=top style='border:solid windowtext 1.0pt'>\n  <p class=MsoNormal>${text(line)}</p>\n  </td>\n  `;
      const rows = block.rows.map((cells) => `<tr>\n  ${each(cells, cell)}</tr>\n `).join('');
      return `<table class=MsoTableGrid border=1 cellspacing=0>\n ${rows}</table>\n\n`;
    }
    if (block.kind === 'heading') return `<h2>${text(block.lines.join(' '))}</h2>\n\n`;
    if (block.kind === 'figure') {
      return `<p class=MsoNormal><img width=200 src="http://editor.example/a.png"></p>\n\n<p class=MsoCaption>${text(block.lines.join(' '))}</p>\n\n`;
    }
    return each(block.lines, paragraph, '<p class=MsoNormal><o:p>&nbsp;</o:p></p>\n\n');
  },
  page: (html) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- @list l0:level1 {mso-level-number-format:bullet;} --></style></head><body lang=EN-US>\n<!--StartFragment-->\n${html}<!--EndFragment-->\n</body></html>`,
};

export const EXCEL: Program = {
  source: 'Excel',
  keeps: {},
  // A single column is lines of text.
  structure: (blocks) => (blocks.some(({ kind }) => kind === 'table') ? ['table'] : []),
  text: (line) => line,
  block(block, text) {
    const rows = block.kind === 'table' ? block.rows : linesOf(block).map((line) => [line]);
    const cell = (line: string) =>
      `<td height=20 class=xl65 style='height:15.0pt'>${text(line)}</td>\n  `;
    return rows.map((cells) => `<tr height=20>\n  ${each(cells, cell)}</tr>\n `).join('');
  },
  page: (html) =>
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>.xl65{white-space:nowrap;}</style></head><body>\n<table border=0 cellpadding=0 style='border-collapse:collapse'>\n<!--StartFragment-->\n <col width=64>\n ${html}<!--EndFragment-->\n</table>\n</body></html>`,
};

export const GOOGLE_DOCS: Program = {
  source: 'Google Docs',
  keeps: { heading: 'h2', list: 'ul', table: 'table' },
  text: (line) =>
    `<span style="font-size:11pt;color:#000000;font-weight:400;white-space:pre-wrap;">${line}</span>`,
  block(block, text) {
    const paragraph = (line: string) => `<p dir="ltr" style="line-height:1.38;">${text(line)}</p>`;
    const item = (line: string, level: number) =>
      `<li dir="ltr" aria-level="${level}"><p dir="ltr" role="presentation">${text(line)}</p></li>`;
    if (block.kind === 'list') {
      const items = block.items.map(
        ({ text: line, inner }) =>
          item(line, 1) +
          (inner.length > 0 ? `<ul>${each(inner, (one) => item(one, 2))}</ul>` : ''),
      );
      return `<ul style="margin-top:0;">${items.join('')}</ul>`;
    }
    if (block.kind === 'table') {
      const rows = block.rows.map(
        (cells) =>
          `<tr style="height:0pt">${each(cells, (line) => `<td>${paragraph(line)}</td>`)}</tr>`,
      );
      return `<div dir="ltr" align="left"><table><colgroup><col/><col/></colgroup><tbody>${rows.join('')}</tbody></table></div><br/>`;
    }
    if (block.kind === 'heading') return `<h2 dir="ltr">${text(block.lines.join(' '))}</h2>`;
    return each(block.lines, paragraph);
  },
  page: (html) =>
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f2e">${html}</b><br class="Apple-interchange-newline">`,
};

/** Apple's programs: Pages, TextEdit and Notes. */
export function apple(source: string, tag: 'p' | 'div'): Program {
  return {
    source,
    keeps: { list: 'ul', table: 'table' },
    text: (line) => line.replace(' ', '<span class="Apple-converted-space">&nbsp;</span>'),
    block(block, text) {
      const line = (one: string) =>
        `<${tag} class="p1"><span class="s1">${text(one)}</span></${tag}>\n`;
      if (block.kind === 'list') {
        const items = block.items.map(({ text: own, inner }) => {
          const nested = each(inner, (one) => `<li class="li1">${text(one)}</li>\n`);
          return `<li class="li1">${text(own)}${nested === '' ? '' : `\n<ul class="ul1">\n${nested}</ul>`}</li>\n`;
        });
        return `<ul class="ul1">\n${items.join('')}</ul>\n`;
      }
      if (block.kind !== 'table') return `${each(block.lines, line)}<${tag}><br></${tag}>\n`;
      const rows = block.rows.map(
        (cells) => `<tr>\n${each(cells, (one) => `<td>${line(one)}</td>`)}</tr>`,
      );
      return `<table cellspacing="0" class="t1"><tbody>\n${rows.join('\n')}</tbody></table>\n`;
    },
    page: (html) =>
      `<!DOCTYPE html><html><head><style type="text/css">p.p1 {margin: 0.0px}</style></head><body>\n${html}</body></html>`,
  };
}
