import { isArticleLink, isPictureAddress } from '#contract/catalogue/articles-nodes.ts';
import { counted } from '#contract/counted.ts';

/** Pasted HTML for the editor, and the numbers of things that articles cannot have. */
export type Pasted = { html: string; links: number; pictures: number; embeds: number };

/**
 * Turns pasted HTML of Word, Google Docs, LibreOffice, Notion and web pages into the parts of an article: lists, one
 * paragraph for each row of a table, headings of two levels, and bold, italic, superscript and subscript letters that
 * those programs write as styles. The editor handles the rest.
 */
export function pastedArticle(html: string): Pasted {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  readWeights(body);
  for (const element of body.querySelectorAll('span[data-style], font[data-style], a[data-style]')) readShift(element);
  joinWordLists(body);
  for (const table of [...body.querySelectorAll('table')].reverse()) flatten(table);
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2');
  for (const heading of body.querySelectorAll('h4, h5, h6')) rename(heading, 'h3');
  const pictures = countLeft(body.querySelectorAll('img'), (picture) => {
    return isPictureAddress(picture.getAttribute('src') ?? '') && (picture.getAttribute('alt') ?? '').trim() !== '';
  });
  const links = countLeft(body.querySelectorAll('a[href]'), (link) => isKept(link.getAttribute('href') ?? ''));
  for (const element of body.querySelectorAll('[data-style]')) element.removeAttribute('data-style');
  const embeds = html.match(/<(?:iframe|object|video|audio)\b/gi)?.length ?? 0;
  return { html: body.innerHTML, links, pictures, embeds };
}

/** Links to parts of the page, as in tables of contents, are no loss. */
const isKept = (address: string) => address.startsWith('#') || isArticleLink(address);

function countLeft(elements: Iterable<Element>, isFine: (element: Element) => boolean): number {
  return [...elements].filter((element) => !isFine(element)).length;
}

/**
 * Removes event handlers and the elements `script`, `style`, `iframe`, `object`, `svg` and `xml` before the browser
 * reads them, and renames style attributes, because the content security policy would report each. Also removes
 * comments, such as Word's conditional ones.
 */
function withoutStyles(html: string): string {
  return html
    .replace(/<(script|style|iframe|object|svg|xml)\b.*?<\/\1\s*>/gis, '')
    .replace(/<!--.*?-->|<!\[[^>]*>/gs, '')
    .replace(/<[^>]*>/g, (tag) =>
      tag
        .replace(/[\s"'/]on\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, ' ')
        .replace(/([\s"'/])style\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, '$1 data-style=$2'),
    );
}

/**
 * Rewrites bold and italic: each text gets what its nearest element or style decides. Google Docs wraps everything that
 * it copies in `b` with the style "normal", and spreadsheets write their cells as styles.
 */
function readWeights(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const marked = texts.map((text) => ({ text, names: ['strong', 'em'].filter((name) => isMarked(text, name)) }));
  for (const element of body.querySelectorAll('b, strong, i, em')) unwrap(element);
  for (const { text, names } of marked) {
    for (const name of names) {
      const mark = body.ownerDocument.createElement(name);
      text.replaceWith(mark);
      mark.append(text);
    }
  }
}

const marks: Record<string, { elements: RegExp; property: string; set: RegExp; unset: RegExp }> = {
  strong: {
    elements: /^(B|STRONG)$/,
    property: 'font-weight',
    set: /^(bold|bolder|[6-9]00)$/,
    unset: /^(normal|lighter|[1-5]00)$/,
  },
  em: { elements: /^(I|EM)$/, property: 'font-style', set: /^(italic|oblique)/, unset: /^normal$/ },
};

/** Whether a text is bold (`strong`) or italic (`em`). Headings are bold by themselves. */
function isMarked(text: Text, name: string): boolean {
  const mark = marks[name];
  for (let element = text.parentElement; mark && element; element = element.parentElement) {
    const value = styleOf(element).get(mark.property) ?? '';
    const isHeading = /^H[1-6]$/.test(element.tagName);
    if (mark.unset.test(value)) return false;
    if (mark.set.test(value) && !isHeading) return isShown(text);
    if (mark.elements.test(element.tagName)) return isShown(text);
  }
  return false;
}

/** Whether a text is more than the white space between blocks. */
const isShown = (text: Text) =>
  text.data.trim() !== '' || /^(SPAN|FONT|A|B|STRONG|I|EM|U)$/.test(text.parentElement?.tagName ?? '');

/** Turns the styles of raised and lowered letters into elements. */
function readShift(element: Element): void {
  const shift = styleOf(element).get('vertical-align') ?? '';
  if (shift === 'super') wrapContent(element, 'sup');
  if (shift === 'sub') wrapContent(element, 'sub');
}

function styleOf(element: Element): Map<string, string> {
  const rules = (element.getAttribute('data-style') ?? '').split(';').map((rule) => rule.split(':'));
  const pairs = rules.map(([name = '', ...value]): [string, string] => [
    name.trim().toLowerCase(),
    value.join(':').replace('!important', '').trim().toLowerCase(),
  ]);
  return new Map(pairs.flatMap((pair) => (pair[0] === 'font' ? [pair, ...ofFont(pair[1])] : [pair])));
}

/** Returns the weight and the style that `font` sets, which are in front of its size. */
function ofFont(font: string): [string, string][] {
  const before = /^((?:[a-z-]+|[1-9]00)\s+)*(?=[\d.]+[a-z%]|(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger)/.exec(
    font,
  )?.[0];
  if (before === undefined) return [];
  const words = before.trim().split(/\s+/);
  return [
    ['font-weight', words.find((word) => /^(bold|bolder|lighter|[1-9]00)$/.test(word)) ?? 'normal'],
    ['font-style', words.find((word) => /^(italic|oblique)$/.test(word)) ?? 'normal'],
  ];
}

function wrapContent(element: Element, name: string): void {
  const inside = element.ownerDocument.createElement(name);
  inside.append(...element.childNodes);
  element.append(inside);
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function rename(element: Element, name: string): Element {
  const other = element.ownerDocument.createElement(name);
  const id = element.getAttribute('id');
  if (id) other.setAttribute('id', id);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** Word writes a list item as a paragraph that begins with its sign: "·", "o", "1.", "a)". */
const orderedSign = /^\s*(\d+|[a-z]{1,3}|[ivxlc]+)[.)]/i;

function joinWordLists(body: HTMLElement): void {
  const { ownerDocument } = body;
  let open: { list: Element; level: number }[] = [];
  let last: Element | null = null;
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const [, digits] = /\blevel(\d+)/.exec(styleOf(paragraph).get('mso-list') ?? '') ?? [];
    if (!digits) continue;
    if (!last || nextElement(last) !== paragraph) open = [];
    const level = Number(digits);
    const sign = [...paragraph.querySelectorAll('span')].find((span) => styleOf(span).get('mso-list') === 'ignore');
    const words = sign?.textContent ?? '';
    const isOrdered = orderedSign.test(words);
    sign?.remove();
    open = open.filter((one) => one.level <= level);
    let current = open.at(-1);
    if (!current || current.level < level) {
      const list = ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
      const [, start = '1'] = /^\s*(\d{1,4})[.)]/.exec(words) ?? [];
      if (start !== '1') list.setAttribute('start', start);
      if (current) current.list.lastElementChild?.append(list);
      else paragraph.before(list);
      current = { list, level };
      open.push(current);
    }
    const item = ownerDocument.createElement('li');
    current.list.append(item);
    const line = ownerDocument.createElement('p');
    line.append(...paragraph.childNodes);
    item.append(line);
    last = open[0]?.list ?? null;
    paragraph.remove();
  }
}

/** Returns the next element; null when text is between. */
function nextElement(element: Element): Element | null {
  let next = element.nextSibling;
  while (next && next.nodeType !== 1 && (next.textContent ?? '').trim() === '') next = next.nextSibling;
  return next?.nodeType === 1 ? element.nextElementSibling : null;
}

const between = ' | ';

const blocks = 'p, div, li, ul, ol, dl, dt, dd, blockquote, pre, h1, h2, h3, h4, h5, h6';

/**
 * Replaces a table by one paragraph for the caption and one for each row, with separated cells; empty rows are left
 * out.
 */
function flatten(table: Element): void {
  const { ownerDocument } = table;
  const rows = [...table.querySelectorAll('tr')].map((row) => {
    const line = ownerDocument.createElement('p');
    const cells = [...row.children].filter(({ tagName }) => tagName === 'TD' || tagName === 'TH');
    for (const [index, cell] of cells.entries()) {
      if (index > 0) line.append(between);
      for (const end of cell.querySelectorAll('br')) end.replaceWith(' ');
      for (const block of cell.querySelectorAll(blocks)) {
        if (block.previousSibling && !/\s$/.test(block.previousSibling.textContent ?? '')) block.before(' ');
        if (block.nextSibling && !/^\s/.test(block.nextSibling.textContent ?? '')) block.after(' ');
        unwrap(block);
      }
      line.append(...cell.childNodes);
    }
    return line;
  });
  const captions = [...table.querySelectorAll('caption')].map((caption) => rename(caption, 'p'));
  table.replaceWith(
    ...[...captions, ...rows].filter(
      ({ textContent }) => (textContent ?? '').replaceAll(between.trim(), '').trim() !== '',
    ),
  );
}

/** Returns "2 links that are no https addresses and 1 picture were left out"; null when nothing was. */
export function leftOutWords({ links, pictures, embeds }: Omit<Pasted, 'html'>): string | null {
  const parts = [
    ...(links > 0 ? [counted(links, 'link that is no https address', 'links that are no https addresses')] : []),
    ...(pictures > 0 ? [counted(pictures, 'picture', 'pictures')] : []),
    ...(embeds > 0 ? [counted(embeds, 'embedded video or page', 'embedded videos or pages')] : []),
  ];
  if (parts.length === 0) return null;
  const words = new Intl.ListFormat('en-GB').format(parts);
  const hint = pictures > 0 ? ' Add pictures with “Add picture”.' : '';
  return `${words} ${links + pictures + embeds === 1 ? 'was' : 'were'} left out.${hint}`;
}
