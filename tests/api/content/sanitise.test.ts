import { describe, expect, it } from 'vitest';
import { ContentTooLongError } from '../../../api/content/normalise.ts';
import { sanitise } from '../../../api/content/sanitise.ts';
import { foreignParts } from './allowed.ts';

/** One or more of each public class of attack, by class. */
const PAYLOADS: Record<string, string[]> = {
  'event handlers': [
    '<img src=x onerror=alert(1)>',
    '<img src="/a.png" onerror="alert(1)" onload=alert(1)>',
    '<p onclick="alert(1)" onpointerenter=alert(1)>x</p>',
    '<body onload=alert(1)>x',
    '<a href="/x" onfocus=alert(1) autofocus tabindex=1>x</a>',
    '<img/src/onerror=alert(1)>',
    '<img src=`x`onerror=alert(1)>',
    '<p/onclick=alert(1)//x="">x',
    '<img src="/a.png\u0000" on\u0000error=alert(1)>',
    '<details open ontoggle=alert(1)>x</details>',
    '<video><source onerror=alert(1)></video><audio src onerror=alert(1)>',
    '<marquee onstart=alert(1)>x</marquee>',
    '<p "onclick=alert(1)" a=\'"onclick=alert(1)\'>x</p>',
  ],
  scripts: [
    '<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<SCRIPT/x src=//evil.example>',
    '<script><!--<script></script>--><p>x',
    '<<script>alert(1)//<</script>',
    '<p>a</p><script',
  ],
  'foreign content': [
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><script href="data:,alert(1)"/></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text y=1em>x</text></a></svg>',
    '<svg><animate href=#x attributeName=href values=javascript:alert(1) /></svg><a id=x>x</a>',
    '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"></svg>',
    '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<math href="javascript:alert(1)">x</math>',
    '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  ],
  'mutation of markup': [
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<p id="</p><img src=x onerror=alert(1)>">x</p>',
    '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
    '<title><p title="</title><img src=x onerror=alert(1)>">',
    '<noembed><a alt="</noembed><img src=x onerror=alert(1)>">',
    '<select><template><style><!--</style><a rel="--></style></template></select><img src onerror=alert(1)>">',
    '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
    '<plaintext><img src=x onerror=alert(1)>',
    '<img alt="`><img src=xx:x onerror=alert(1)>">',
    '<option><style></option></select><img src=x onerror=alert(1)></style>',
    '&lt;img src=x onerror=alert(1)&gt;',
    '<pre data-language="js"><code>&lt;/code&gt;&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>',
  ],
  'addresses that run': [
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" \u0001javascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="java&#x0A;script&colon;alert(1)">x</a>',
    '<a href="&#106;&#97;vascript&#58alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="java\u0000script:alert(1)">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
    '<a href="blob:https://x.example/1">x</a><a href="file:///etc/passwd">x</a>',
    '<a href="view-source:javascript:alert(1)">x</a>',
    '<a href="feed:javascript:alert(1)">x</a>',
    '<img src="javascript:alert(1)"><img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<img src="//evil.example/x.png" srcset="javascript:alert(1) 1x" lowsrc=x dynsrc=x>',
    '<img src="cid:x"><img src="\\\\evil.example\\x"><img src="x.png">',
    '<p cite="javascript:alert(1)">x</p><blockquote cite="javascript:alert(1)">x</blockquote>',
    '<a href="/x" ping="https://evil.example" download target="_top">x</a>',
  ],
  frames: [
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src="https://evil.example/"></iframe>',
    '<iframe src="https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ"></iframe>',
    '<iframe src="https://evil.example/www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
    '<iframe src="https://www.youtube.com@evil.example/embed/dQw4w9WgXcQ"></iframe>',
    '<iframe src="https://www.youtube.com/redirect?v=https://evil.example"></iframe>',
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" srcdoc="<script>alert(1)</script>" onload=alert(1) name=x allow=camera sandbox></iframe>',
    '<iframe><img src=x onerror=alert(1)></iframe>',
    '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
    '<applet code=x></applet><frameset><frame src="javascript:alert(1)"></frameset>',
    '<portal src="https://evil.example"></portal><fencedframe></fencedframe>',
  ],
  styles: [
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<span style="color:expression(alert(1))">x</span>',
    '<span style="color:red;position:fixed;inset:0">x</span>',
    '<span style="color:\\72 ed;background-image:url(//evil.example)">x</span>',
    '<span style="color:red;}*{display:none">x</span>',
    '<span style="color:var(--x)">x</span><span style="color:rgb(1,2,url(x))">x</span>',
    '<span style="color:red/**/;behavior:url(x);-moz-binding:url(x)">x</span>',
    '<style>@import "//evil.example"</style><style>p{color:red}</style>',
    '<link rel=stylesheet href="//evil.example"><style/><img src=x onerror=alert(1)>',
    '<p class="fixed inset-0 ql-align-center modal">x</p><span class="ql-ui-x sr-only">x</span>',
  ],
  'clobbering the document': [
    '<img name=body src="/a.png" id=x><form id=y><input name=attributes></form>',
    '<a id=currentUser name=z href="/x">x</a><p id="root">x</p>',
    '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
    '<input autofocus onfocus=alert(1)><isindex action="javascript:alert(1)" type=image>',
    '<p is="x-y" slot=a part=b itemscope contenteditable popover>x</p><x-y>z</x-y>',
  ],
  'the head and the rest': [
    '<base href="https://evil.example/">',
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    '<template><img src=x onerror=alert(1)></template>',
    '<template shadowrootmode=open><script>alert(1)</script></template>',
    '<table background="javascript:alert(1)"><tr><td onclick=alert(1)>x',
    '<dialog open>x</dialog><slot>y</slot><canvas>z</canvas><map name=x><area href="javascript:alert(1)"></map>',
  ],
  'broken markup': [
    '<!--><img src=x onerror=alert(1)>-->',
    '<!--x--!><img src=x onerror=alert(1)>',
    '<!-- --\u0000> <p>x',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>',
    '<?xml version="1.0"?><?x <img src=x onerror=alert(1)>?>',
    '<!DOCTYPE x [<!ENTITY y "<script>alert(1)</script>">]>&y;',
    '</p></div></br><//x><p <img src=x onerror=alert(1)>',
    '<a href="/x"<img src=x onerror=alert(1)>y</a>',
    '<p title="x><img src=x onerror=alert(1)>',
    '<b><p><i>x</b>y</p></i><a><h1><a>z</h1></a>',
    '\ud800<p>\udfff x</p>',
    '<p\u0000>x</p><\u0000script>alert(1)</script>',
  ],
};

describe('sanitising', () => {
  it.each(
    Object.entries(PAYLOADS).flatMap(([name, payloads]) =>
      payloads.map((payload) => [name, payload]),
    ),
  )('leaves nothing foreign of %s: %s', (_, payload) => {
    const places = [
      payload,
      `<p>before ${payload} after</p>`,
      `<ul><li>${payload}</li></ul>`,
      `<blockquote><strong><a href="/x">${payload}`,
      `<pre data-language="js">${payload}</pre>`,
    ];
    for (const html of places) {
      const clean = sanitise(html);
      expect(foreignParts(clean)).toEqual([]);
      expect(sanitise(clean)).toBe(clean);
    }
  });

  it('keeps text that only looks like markup as text', () => {
    expect(sanitise('<p>&lt;img src=x onerror=alert(1)&gt; &amp;lt;</p>')).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; &amp;lt;</p>',
    );
  });

  it('keeps the article around what it removes', () => {
    expect(sanitise('<p>a</p><script>x</script><style>y</style><svg>z</svg><p>b</p>')).toBe(
      '<p>a</p><p>b</p>',
    );
    expect(sanitise('<svg><p>a</p><math><h2>b</h2>')).toBe('<p>a</p><h2>b</h2>');
  });

  it('gives the same for its own output, whatever the input', () => {
    const random = generator(20_250_105);
    const pieces = Object.values(PAYLOADS)
      .flat()
      .flatMap((payload) => payload.split(/(?=[<"= >])/))
      .concat(
        ...['ul', 'ol', 'li', 'p', 'h2', 'a href=/x', 'strong', 'em', 'blockquote', 'pre', 'code']
          .concat('li data-list=bullet class=ql-indent-2', 'li data-list=ordered', 'br', 'div')
          .concat('span style=color:red', 'span class=ql-size-huge', 'ol start=3', 'td', 'svg')
          .concat('div class=ql-code-block data-language=js', 'div class=ql-code-block-container')
          .map((tag) => [`<${tag}>`, `</${tag.split(' ')[0]}>`, 'text', ' ', '\n', '&nbsp;']),
      );
    for (let i = 0; i < 3000; i++) {
      const html = Array.from({ length: 1 + random(40) }, () => pieces[random(pieces.length)]).join(
        '',
      );
      const clean = sanitise(html);
      expect(foreignParts(clean), html).toEqual([]);
      expect(sanitise(clean), html).toBe(clean);
    }
  });

  it.each([
    ['<div>', ''],
    ['<b>', '</i>'],
    ['<ul><li>', ''],
    ['<blockquote>x', ''],
    ['<svg><style>', ''],
    ['<span style="color:red">x', '</b>'],
    ['<p>x<em>', ''],
    ['<table><tr><td>x', ''],
    ['<iframe>', ''],
    ['<!--', ''],
    ['<a href="/x">', ''],
    ['<ol><li data-list=ordered>', ''],
  ])('takes a hundred thousand nested %s without running out of stack', (open, close) => {
    const clean = sanitise(open.repeat(100_000) + close.repeat(100_000));
    expect(deepest(clean)).toBeLessThanOrEqual(210);
  });

  it('refuses content that would grow beyond 2 MiB', () => {
    const link = `<a href="/${'x'.repeat(1000)}">`;
    expect(() => sanitise(link + '<p>x'.repeat(100_000))).toThrow(ContentTooLongError);
  });
});

/** A linear congruential generator: the same inputs in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

function deepest(html: string): number {
  let depth = 0;
  let most = 0;
  for (const [tag] of html.matchAll(/<\/?(?!br|img)[a-z0-9]+/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    most = Math.max(most, depth);
  }
  return most;
}
