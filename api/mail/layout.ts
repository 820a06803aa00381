import { escapeXml } from '../contract/xml.ts';
import type { MailItem, MailSite, MailText } from './texts/text.ts';

const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Courier New', monospace";

/** The site's colors (src/styles/tokens.css). Inline for mail programs that ignore stylesheets. */
const LIGHT = {
  paper: '#fbf7f0',
  raised: '#fffdf9',
  sunken: '#f4ede0',
  line: '#e6ddcd',
  ink: '#1c1a17',
  soft: '#46413a',
  muted: '#635d53',
  accent: '#16213d',
  onAccent: '#fffdf9',
};
const DARK_STYLES = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .paper { background-color: #10141f !important; }
      .card { background-color: #171d2b !important; border-color: #293144 !important; }
      .code { background-color: #0b0e17 !important; color: #e9e4da !important; }
      .ink { color: #e9e4da !important; }
      .soft { color: #c9c5bd !important; }
      .muted { color: #a09f9f !important; }
      .link { color: #d9a441 !important; }
      .quote { border-color: #293144 !important; }
      .button { background-color: #d9a441 !important; color: #10141f !important; }
    }
    @media (max-width: 480px) {
      .outer { padding: 20px 12px !important; }
      .card { padding: 28px 22px !important; }
      .button { display: block !important; }
    }`;

/** Returns a mail as plain text. */
export function mailAsText(site: MailSite, text: MailText): string {
  return [
    text.heading,
    ...text.paragraphs,
    ...(text.items ?? []).map(itemAsText),
    text.action && `${text.action.label}:\n${text.action.url}`,
    text.code && `${text.code.intro}\n${text.code.value}`,
    ...text.notes,
    text.footer?.text,
    ...(text.footer?.links ?? []).map(({ label, url }) => `${label}:\n${url}`),
    `-- \n${site.name}\n${site.url}`,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

function itemAsText({ sentence, quote, url }: MailItem): string {
  const quoted = quote?.replace(/^/gm, '> ');
  return [sentence, quoted, sentence && url].filter(Boolean).join('\n');
}

/** Returns a mail as HTML: one column, no pictures, no external resources. */
export function mailAsHtml(site: MailSite, text: MailText): string {
  const card = [
    `<h1 class="ink" style="margin:0 0 16px;font:700 26px/1.25 ${SERIF};color:${LIGHT.ink}">${escapeXml(text.heading)}</h1>`,
    ...text.paragraphs.map((paragraph) => textBlock(paragraph, 'soft', '16px/1.6', '0 0 16px')),
    ...(text.items ?? []).map(itemBlock),
    text.action ? button(text.action) : '',
    text.code ? codeBlock(text.code) : '',
    ...text.notes.map((note) => textBlock(note, 'muted', '14px/1.55', '16px 0 0')),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <title>${escapeXml(text.subject)}</title>
  <style>${DARK_STYLES}
  </style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${LIGHT.paper}">
<div style="display:none;max-height:0;overflow:hidden">${escapeXml(text.preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.paper}">
<tr><td class="outer" align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td style="padding:0 4px 20px"><a class="ink" href="${escapeXml(site.url)}" style="font:700 20px/1.2 ${SERIF};color:${LIGHT.ink};text-decoration:none">${escapeXml(site.name)}</a></td></tr>
<tr><td class="card" style="padding:36px 40px;background-color:${LIGHT.raised};border:1px solid ${LIGHT.line};border-radius:16px">
${card}
</td></tr>
<tr><td style="padding:20px 4px 0">${footer(site, text)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

type Tone = 'soft' | 'muted';

function textBlock(text: string, tone: Tone, size: string, margin: string): string {
  return `<p class="${tone}" style="margin:${margin};font:400 ${size} ${SANS};color:${LIGHT[tone]};overflow-wrap:anywhere">${escapeXml(text)}</p>`;
}

function itemBlock({ sentence, quote, url }: MailItem): string {
  const link = sentence
    ? `<p style="margin:0 0 6px;font:600 16px/1.5 ${SANS}"><a class="link" href="${escapeXml(url)}" style="color:${LIGHT.accent}">${escapeXml(sentence)}</a></p>`
    : '';
  if (!quote) return link;
  const lines = escapeXml(quote).replaceAll('\n', '<br>');
  return `${link}<blockquote class="soft quote" style="margin:0 0 20px;padding:2px 0 2px 14px;border-left:3px solid ${LIGHT.line};font:400 16px/1.6 ${SANS};color:${LIGHT.soft};overflow-wrap:anywhere">${lines}</blockquote>`;
}

function button({ label, url }: NonNullable<MailText['action']>): string {
  return `<p style="margin:24px 0 8px"><a class="button" href="${escapeXml(url)}" style="display:inline-block;padding:13px 26px;border-radius:10px;background-color:${LIGHT.accent};color:${LIGHT.onAccent};font:600 16px/1.3 ${SANS};text-align:center;text-decoration:none">${escapeXml(label)}</a></p>`;
}

function codeBlock({ intro, value }: NonNullable<MailText['code']>): string {
  return `${textBlock(intro, 'soft', '16px/1.6', '24px 0 10px')}
<p class="code" style="margin:0 0 8px;padding:14px 16px;border-radius:10px;background-color:${LIGHT.sunken};color:${LIGHT.ink};font:700 28px/1.2 ${MONO};letter-spacing:0.22em;text-align:center">${escapeXml(value)}</p>`;
}

/** The full address, for mail programs that block links. */
function footer(site: MailSite, { action, footer: own }: MailText): string {
  if (own) {
    const links = own.links.map(
      ({ label, url }) =>
        `<a class="link" href="${escapeXml(url)}" style="color:${LIGHT.accent}">${escapeXml(label)}</a>`,
    );
    return `${textBlock(own.text, 'muted', '13px/1.5', '0 0 6px')}
<p class="muted" style="margin:0;font:400 13px/1.5 ${SANS};color:${LIGHT.muted}">${links.join(' · ')}</p>`;
  }
  const isSecret = action?.url.includes('?token=');
  const copy = isSecret
    ? `${textBlock("If the button doesn't work, open this address:", 'muted', '13px/1.5', '0')}
<p style="margin:2px 0 16px;font:400 13px/1.5 ${SANS};overflow-wrap:anywhere;word-break:break-all"><a class="link" href="${escapeXml(action?.url ?? '')}" style="color:${LIGHT.accent}">${escapeXml(action?.url ?? '')}</a></p>`
    : '';
  return `${copy}${textBlock(`This email is about your account at ${site.name}.`, 'muted', '13px/1.5', '0')}`;
}
