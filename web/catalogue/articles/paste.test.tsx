import { screen, waitFor } from '@testing-library/dom';
import { generateJSON } from '@tiptap/react';
import { expect, test } from 'vitest';
import type { ArticleBlock } from '#contract/catalogue/articles-nodes.ts';
import { readArticle } from '#contract/catalogue/articles-reader.ts';
import { renderPart } from '#tests/support/web/render.tsx';
import { articleExtensions } from './article-extensions.ts';
import { leftOutWords, pastedArticle } from './paste.ts';

/** Returns the pasted HTML, with each line break and the space around it as one space. */
const read = (html: string) =>
  pastedArticle(html)
    .html.replace(/\s*\n\s*/g, ' ')
    .trim();

test('ADM-RES-20 Google Docs: what is not bold stays so, bold, italic and raised letters and lists are kept', () => {
  const html = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;font-style:normal">Plain </span><span style="font-size:11pt;font-weight:700;font-style:normal">bold</span><span style="font-weight:400;font-style:italic"> italic</span><span style="font-weight:400;vertical-align:super">2</span></p><ul style="margin-top:0"><li dir="ltr" style="list-style-type:disc"><p dir="ltr" role="presentation"><span style="font-weight:400">One</span></p></li></ul></b>`;
  const text = read(html).replaceAll(/<\/?(span|meta)[^>]*>/g, '');
  expect(text).toBe(
    '<p dir="ltr">Plain <strong>bold</strong><em> italic</em><sup>2</sup></p><ul><li dir="ltr"><p dir="ltr" role="presentation">One</p></li></ul>',
  );
});

const item = (level: number, sign: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;
const bare = (html: string) =>
  read(html)
    .replaceAll(/<\/?(span|o:p)[^>]*>/g, '')
    .replaceAll(/ class="[^"]*"/g, '');

test('ADM-RES-20 Word: paragraphs with signs become nested lists, and a paragraph between parts two lists', () => {
  const html = `<p class=MsoNormal>Before</p>${item(1, '·', 'First')}\n${item(2, 'o', 'Inner')}\n${item(1, '·', 'Second')}<p class=MsoNormal>Between</p>${item(1, '1.', 'Step')}`;
  expect(bare(html).replaceAll('> <', '><')).toBe(
    '<p>Before</p><ul><li><p>First</p><ul><li><p>Inner</p></li></ul></li><li><p>Second</p></li></ul><p>Between</p><ol><li><p>Step</p></li></ol>',
  );
});

test('ADM-RES-20 tables of Word, LibreOffice and web pages become a paragraph for each row with the cells apart', () => {
  const table =
    '<table><thead><tr><th>Head</th><th>Other</th></tr></thead><tbody><tr><td><p class="MsoNormal">A</p><p>B</p></td><td><b>C</b></td></tr><tr><td></td><td> </td></tr></tbody></table>';
  expect(read(`<p>x</p>${table}<p>y</p>`).replaceAll(' class="MsoNormal"', '')).toBe(
    '<p>x</p><p>Head | Other</p><p>A B | <strong>C</strong></p><p>y</p>',
  );
});

test('ADM-RES-20 words beside a list or a line break in a cell stay apart, and the caption of a table is a paragraph', () => {
  const cell = 'B<ul><li>one</li><li>two</li></ul>after<br>break<blockquote>quote</blockquote>';
  expect(read(`<table><caption>Costs</caption><tr><td>A</td><td>${cell}</td></tr></table>`)).toBe(
    '<p>Costs</p><p>A | B one two after break quote</p>',
  );
});

test('ADM-RES-20 LibreOffice and Notion: raised and lowered letters, headings and lists are kept', () => {
  expect(read('<p style="margin-bottom: 0cm">E = mc<sup>2</sup>, H<sub>2</sub>O</p>')).toBe(
    '<p>E = mc<sup>2</sup>, H<sub>2</sub>O</p>',
  );
  expect(read('<h1>Title</h1><h4>Part</h4><ol><li>One</li></ol>')).toBe(
    '<h2>Title</h2><h3>Part</h3><ol><li>One</li></ol>',
  );
});

test('ADM-RES-20 styles of cells, paragraphs and divisions are kept, also as a whole font, and undone inside', () => {
  const marked = (html: string) => read(html).replaceAll(/<\/?(span|div)>/g, '');
  // Google Sheets.
  expect(
    marked(
      '<table><tr><td style="font-weight:bold">A</td><td style="font-style:italic;">B</td><td>C</td></tr></table>',
    ),
  ).toBe('<p><strong>A</strong> | <em>B</em> | C</p>');
  expect(
    marked('<p style="font-weight:bold !important">A <span style="font-weight:normal">b</span> <i>c</i></p>'),
  ).toBe('<p><strong>A </strong>b <strong><em>c</em></strong></p>');
  expect(marked('<div style="font-style:italic"><p>A</p>\n<p style="font-style:normal">b</p></div>')).toBe(
    '<p><em>A</em></p> <p>b</p>',
  );
  expect(marked('<ul><li style="font-weight:600">A</li><li>b</li></ul>')).toBe(
    '<ul><li><strong>A</strong></li><li>b</li></ul>',
  );
  expect(marked('<span style="font:italic bold 12px/1.5 Arial">A</span> <b style="font:12px Bold">b</b>')).toBe(
    '<strong><em>A</em></strong> b',
  );
  // Headings are bold by themselves.
  expect(marked('<h2 style="font-weight:bold">A <span style="font-style:italic">b</span></h2>')).toBe(
    '<h2>A <em>b</em></h2>',
  );
});

test('ADM-RES-20 a list of Word begins with its number', () => {
  expect(bare(`${item(1, '5.', 'Five')}${item(2, 'c)', 'Inner')}${item(1, '6.', 'Six')}`)).toBe(
    '<ol start="5"><li><p>Five</p><ol><li><p>Inner</p></li></ol></li><li><p>Six</p></li></ol>',
  );
});

test('ADM-RES-20 Notion: the blocks of a page become those of an article', () => {
  const page = `<meta charset='utf-8'><html><head></head><body><!-- notionvc: 5f0d6a3e-0c1b-4a52-9d0e-5d0c0e3b5f11 --><h1>Inventory</h1>

<p>Every <strong>system</strong> has an <em>owner</em> and a <code>key</code>, see <a href="https://example.org/list">the list</a> and <a href="/5f0d6a3e0c1b">another page</a>.</p>

<ul>
<li>Systems

    <ul>
<li>in use</li>

    </ul>

</li>
<li>[ ]  Vendors</li>
</ul>

<ol start="3">
<li>Review</li>
</ol>

<aside>
💡 Ask twice.

</aside>

<blockquote><p>A quote</p></blockquote>

<pre><code class="language-json">{}</code></pre>

<hr>

<table>
<thead><tr><th>Owner</th><th>Due</th></tr></thead>
<tbody><tr><td><strong>Mira</strong></td><td>May</td></tr></tbody>
</table>

<p><img src="https://prod-files-secure.s3.us-west-2.amazonaws.com/a/b/c.png" alt="c.png"></p>

<h3>Next</h3></body></html>`;
  const pasted = pastedArticle(page);
  expect([pasted.links, pasted.pictures]).toEqual([0, 1]);
  const written = readArticle(generateJSON(pasted.html, articleExtensions({})));
  if (!('document' in written)) throw new Error(JSON.stringify(written));
  expect(written.document.content.map(outline)).toEqual([
    'heading 2: Inventory',
    'paragraph: Every *system* has an _owner_ and a `key`, see [the list] and [another page].',
    'bulletList: - Systems - in use - [ ] Vendors',
    'orderedList 3: - Review',
    'paragraph: 💡 Ask twice.',
    'blockquote: A quote',
    'codeBlock: {}',
    'horizontalRule:',
    'paragraph: Owner | Due',
    'paragraph: *Mira* | May',
    // The place of the picture.
    'paragraph:',
    'heading 3: Next',
  ]);
});

const signs: Record<string, [string, string]> = {
  bold: ['*', '*'],
  italic: ['_', '_'],
  code: ['`', '`'],
  link: ['[', ']'],
};

/** Returns a block of an article as a line: its kind, its level or start, and its marked words. */
function outline(block: ArticleBlock): string {
  const words = (part: object): string => {
    const {
      type,
      text,
      marks = [],
      content = [],
    } = part as {
      type: string;
      text?: string;
      marks?: { type: string }[];
      content?: object[];
    };
    if (text !== undefined) return marks.reduce((all, mark) => (signs[mark.type] ?? ['?', '?']).join(all), text);
    return `${type === 'listItem' ? ' - ' : ''}${content.map(words).join('')}`;
  };
  const { level, start } = ('attrs' in block ? block.attrs : {}) as { level?: number; start?: number };
  const number = level ?? (start === 1 ? undefined : start);
  return `${block.type}${number === undefined ? '' : ` ${number}`}: ${words(block)}`.replaceAll(/\s+/g, ' ').trim();
}

test('ADM-RES-20 the editor says in a toast what it left out of a paste, and nothing when that is nothing', async () => {
  const { ArticleEditor } = await import('./ArticleEditor.tsx');
  const { useToast } = await import('#web/platform/toast.ts');
  const Said = () => <p data-testid="toast">{[useToast()?.title, useToast()?.description].join(': ')}</p>;
  const nothing = () => undefined;
  renderPart(
    <>
      <p id="label">Text</p>
      <ArticleEditor
        saved={null}
        pictureSizes={{}}
        labelledBy="label"
        describedBy="label"
        isInvalid={false}
        fieldRef={nothing}
        onChange={nothing}
      />
      <Said />
    </>,
  );
  const text = await screen.findByRole('textbox', { name: 'Text' });
  const paste = (html: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  };
  paste('<p>Whole</p>');
  expect(text).toHaveTextContent('Whole');
  expect(screen.getByTestId('toast')).toHaveTextContent(/^:$/);
  paste('<p>Kept <a href="http://example.org/">words</a></p><iframe src="https://example.org"></iframe>');
  expect(text).toHaveTextContent('Kept words');
  await waitFor(() =>
    expect(screen.getByTestId('toast')).toHaveTextContent(
      'Not everything was pasted: 1 link that is no https address and 1 embedded video or page were left out.',
    ),
  );
});

test('ADM-RES-20 counts the links and pictures that articles cannot have, and says so', () => {
  const html =
    '<p><a href="http://example.org/">old</a> <a href="https://example.org/">new</a> <a href="#top">top</a> <img src="data:image/png;base64,AA" alt="x"> <img src="https://example.org/a.png"></p>';
  const pasted = pastedArticle(html);
  expect(pasted).toMatchObject({ links: 1, pictures: 2 });
  expect(leftOutWords(pasted)).toBe(
    '1 link that is no https address and 2 pictures were left out. Add pictures with “Add picture”.',
  );
  const nothing = { links: 0, pictures: 0, embeds: 0 };
  expect(leftOutWords(nothing)).toBeNull();
  expect(leftOutWords({ ...nothing, links: 2 })).toBe('2 links that are no https addresses were left out.');
});

test('ADM-RES-20 counts the videos and pages that were embedded, and says so', () => {
  const html =
    '<p>x</p><iframe src="https://example.org/map"></iframe><video src="a.mp4"><source src="b.mp4"></video><p>y</p>';
  const pasted = pastedArticle(html);
  expect(pasted).toMatchObject({ links: 0, pictures: 0, embeds: 2 });
  expect(leftOutWords(pasted)).toBe('2 embedded videos or pages were left out.');
  expect(leftOutWords({ links: 1, pictures: 1, embeds: 1 })).toBe(
    '1 link that is no https address, 1 picture and 1 embedded video or page were left out. Add pictures with “Add picture”.',
  );
});

test('ADM-RES-20 the editor takes what was read, and the portal takes it from the editor', () => {
  const html = `<b style="font-weight:normal"><p>x<span style="vertical-align:super">2</span> <span style="font-weight:700">bold</span></p>${item(1, '·', 'One')}${item(2, 'o', 'Two')}<p>H<sub>2</sub>O <a href="http://a.example">old</a></p></b>`;
  const json: unknown = generateJSON(pastedArticle(html).html, articleExtensions({}));
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
  const text = (words: string, ...marks: string[]) =>
    marks.length > 0
      ? { type: 'text', text: words, marks: marks.map((type) => ({ type })) }
      : { type: 'text', text: words };
  expect(readArticle(json)).toEqual({
    document: {
      type: 'doc',
      content: [
        paragraph(text('x'), text('2', 'superscript'), text(' '), text('bold', 'bold')),
        {
          type: 'bulletList',
          content: [
            {
              type: 'listItem',
              content: [
                paragraph(text('One')),
                { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('Two'))] }] },
              ],
            },
          ],
        },
        paragraph(text('H'), text('2', 'subscript'), text('O old')),
      ],
    },
  });
});

test('GEN-20 styles, handlers and scripts are removed from pasted HTML', () => {
  const hostile = [
    '<p style="color:red" onclick="alert(1)" class=a>x</p>',
    "<img/onerror='alert(1)' src=x>",
    '<script>alert("</p>")</script><SVG onload=alert(1)><g></g></SVG>',
    '<p title="a"onclick=alert(1)>y</p>',
  ].join('');
  expect(pastedArticle(hostile).html).not.toMatch(/style|onclick|onerror|onload|script|svg/i);
});
