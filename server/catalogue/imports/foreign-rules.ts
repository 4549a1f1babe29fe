import type { FileColumn } from '#contract/catalogue/catalogue.ts';
import { beginningOf } from '#contract/lines.ts';
import { isObject } from '#contract/objects.ts';
import type { RowValues } from './cell-rules.ts';

// Facts about both formats: docs/publisher/catalogue-files.md, "From Gumroad or Ghost".

/** A warning about a place of another program's file. */
export type ForeignRemark = { field: FileColumn | ''; value: string; sentence: string };

/** A product or post as a row of the catalogue. Without values it is skipped, and the remarks give the reason. */
export type ForeignRow = { values: RowValues | null; remarks: ForeignRemark[] };

export type ForeignFile = { mapping: ForeignRemark[]; rows: ForeignRow[] };

export type ForeignProgram = 'gumroad' | 'ghost';

type Fields = Record<string, unknown>;

/** Explanations of how each program's fields are converted, reported once for each file. */
const mappings: Record<ForeignProgram, ForeignRemark[]> = {
  gumroad: [
    { field: 'title', value: 'name', sentence: 'From Gumroad: name becomes title.' },
    {
      field: 'description',
      value: 'description',
      sentence: 'From Gumroad: description becomes description, as text without its layout.',
    },
    {
      field: 'accessType',
      value: 'price, subscription_duration',
      sentence: 'From Gumroad: memberships become subscriptions, products without a price free, all others purchases.',
    },
    {
      field: 'price',
      value: 'price',
      sentence: 'From Gumroad: price becomes price, monthly price or annual price; 1999 is 19.99.',
    },
    { field: 'tags', value: 'tags', sentence: 'From Gumroad: tags become tags.' },
    { field: 'thumbnailUrl', value: 'thumbnail_url', sentence: 'From Gumroad: thumbnail_url becomes the thumbnail.' },
    {
      field: 'isPublished',
      value: '',
      sentence:
        'Gumroad’s list holds no files, buyers and sales. Every product becomes a draft: choose its type and upload its file before you publish it.',
    },
  ],
  ghost: [
    { field: 'title', value: 'title', sentence: 'From Ghost: title becomes title. Posts become articles.' },
    {
      field: 'description',
      value: 'custom_excerpt',
      sentence:
        'From Ghost: the excerpt, else the beginning of a text that is not for paying members, becomes description.',
    },
    {
      field: 'accessType',
      value: 'visibility',
      sentence:
        'From Ghost: posts for everyone and for free members become free, posts for paying members subscriptions.',
    },
    { field: 'tags', value: 'tags', sentence: 'From Ghost: public tags become tags.' },
    {
      field: 'featuredImageUrl',
      value: 'feature_image',
      sentence: 'From Ghost: feature_image becomes the featured image.',
    },
    {
      field: 'isPublished',
      value: '',
      sentence:
        'Texts, authors and dates of posts are not imported. Every post becomes a draft: add its text in the editor before you publish it.',
    },
  ],
};

export const mappingOf = (program: ForeignProgram): ForeignRemark[] => mappings[program];

/** Returns the program whose CSV export begins with this line; null for the portal's own files. */
export function programOfHeader(cells: readonly string[]): ForeignProgram | null {
  const names = new Set(cells.map((cell) => cell.trim()));
  if (names.has('title') && names.has('url') && names.has('post_access')) return 'ghost';
  const isProduct = ['short_url', 'formatted_price', 'custom_permalink'].some((name) => names.has(name));
  return names.has('name') && isProduct && !names.has('title') ? 'gumroad' : null;
}

/** Converts a row of another program's CSV export. */
export function foreignRowOf(
  { program, header }: { program: ForeignProgram; header: readonly string[] },
  cells: readonly string[],
  currency: string,
): ForeignRow {
  const fields = Object.fromEntries(header.map((name, index) => [name.trim(), cells[index] ?? '']));
  return program === 'gumroad' ? productRow(fields, currency) : listedPostRow(fields);
}

/** Whether an object of a JSON file is one product of Gumroad's API. */
export function isGumroadProduct(object: Fields): boolean {
  return (
    typeof object.name === 'string' && !('title' in object) && ('short_url' in object || 'formatted_price' in object)
  );
}

/**
 * Returns the rows of a whole export in one object: Gumroad's list of products, or Ghost's export; null for any other
 * object.
 */
export function foreignFileOf(object: Fields, currency: string): ForeignFile | null {
  const { products } = object;
  if (Array.isArray(products) && products.every((one) => isObject(one) && isGumroadProduct(one))) {
    const rows = products.map((product) => productRow(product, currency));
    return { mapping: mappings.gumroad, rows };
  }
  const data = dataOf(object);
  if (!data || !Array.isArray(data.posts)) return null;
  return { mapping: mappings.ghost, rows: postRows(data) };
}

/** Converts a product of Gumroad's API, or of its CSV export. @param currency of the portal */
export function productRow(product: Fields, currency: string): ForeignRow {
  const title = textIn(product, 'name');
  if (isTrue(product.deleted)) return leftAside(title, 'This product is deleted at Gumroad, so it is ignored.');
  const remarks: ForeignRemark[] = [];
  const add = (field: FileColumn, value: unknown, sentence: string) =>
    remarks.push({ field, value: String(value ?? ''), sentence });
  const soldIn = textIn(product, 'currency').toUpperCase();
  const amount = majorOf(product.price, soldIn);
  const duration = textIn(product, 'subscription_duration');
  const isMembership = duration !== '' || isTrue(product.is_tiered_membership);
  const accessType = isMembership ? 'subscription' : amount === 0 ? 'free' : 'purchase';
  if (accessType !== 'free' && soldIn !== '' && soldIn !== currency.toUpperCase()) {
    add(
      'price',
      `${amount ?? ''} ${soldIn}`,
      `Gumroad’s price is in ${soldIn}; here it is the same number in ${currency}. Check it.`,
    );
  }
  if (isTrue(product.customizable_price))
    add('price', amount, 'At Gumroad buyers choose what they pay; here this is the price.');
  if (isMembership && duration !== 'monthly' && duration !== 'yearly') {
    add('monthlyPrice', duration, 'Plans here are monthly or yearly. Set the price of this one before you publish it.');
  }
  return {
    values: {
      title,
      description: plainText(textIn(product, 'description')) || textIn(product, 'custom_summary') || title,
      type: product.native_type === 'ebook' ? 'book' : 'other',
      accessType,
      price: accessType === 'purchase' ? amount : null,
      monthlyPrice: isMembership && duration === 'monthly' ? amount : null,
      annualPrice: isMembership && duration === 'yearly' ? amount : null,
      tags: listIn(product.tags),
      thumbnailUrl: webAddress(product.thumbnail_url),
      isPublished: false,
    },
    remarks,
  };
}

/** Converts the posts of Ghost's JSON export; skips its pages. */
function postRows(data: Fields): ForeignRow[] {
  const tagsOf = tagsByPost(data);
  return rowsIn(data, 'posts').map((post) => {
    const title = textIn(post, 'title');
    if (post.type === 'page' || isTrue(post.page))
      return leftAside(title, 'This is a page of the Ghost site, so it is ignored.');
    const isPaid = !['', 'public', 'members'].includes(textIn(post, 'visibility'));
    const beginning = isPaid
      ? ''
      : beginningOf(textIn(post, 'plaintext') || plainText(textIn(post, 'html')), longestBeginning);
    return articleRow({
      title,
      description: textIn(post, 'custom_excerpt') || beginning || title,
      isPaid,
      tags: tagsOf.get(post.id) ?? [],
      picture: textIn(post, 'feature_image'),
    });
  });
}

/** Returns the names of each post's public tags, the main one first. */
function tagsByPost(data: Fields): Map<unknown, string[]> {
  const names = new Map(
    rowsIn(data, 'tags').flatMap((tag): [unknown, string][] =>
      tag.visibility === 'internal' ? [] : [[tag.id, textIn(tag, 'name')]],
    ),
  );
  const ofPosts = new Map<unknown, string[]>();
  for (const { post_id, tag_id } of rowsIn(data, 'posts_tags').toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const name = names.get(tag_id);
    if (name === undefined) continue;
    // A copy of the list for each tag would take minutes for a post with many.
    const ofPost = ofPosts.get(post_id);
    if (ofPost) ofPost.push(name);
    else ofPosts.set(post_id, [name]);
  }
  return ofPosts;
}

const orderOf = ({ sort_order }: Fields) => (typeof sort_order === 'number' ? sort_order : 0);

/** Converts a post of Ghost's list of posts, which has neither excerpt nor picture. */
function listedPostRow(post: Fields): ForeignRow {
  const [title, url] = [textIn(post, 'title'), textIn(post, 'url')];
  const isPaid = !['Public', 'Members-only', 'Free members'].includes(textIn(post, 'post_access'));
  const description = url === '' ? title : `${title}\nFirst published at ${url}`;
  return articleRow({ title, description, isPaid, tags: listIn(post.tags), picture: '' });
}

type Post = { title: string; description: string; isPaid: boolean; tags: string[]; picture: string };

function articleRow({ title, description, isPaid, tags, picture }: Post): ForeignRow {
  const address = webAddress(picture);
  const isLost = picture !== '' && address === null;
  return {
    values: {
      title,
      description,
      type: 'article',
      accessType: isPaid ? 'subscription' : 'free',
      tags: tags.filter((tag) => tag !== '' && !tag.startsWith('#')),
      featuredImageUrl: address,
      isPublished: false,
    },
    remarks: isLost
      ? [
          {
            field: 'featuredImageUrl',
            value: picture,
            sentence: 'This picture is stored at the Ghost site. Upload it here.',
          },
        ]
      : [],
  };
}

const leftAside = (title: string, sentence: string): ForeignRow => ({
  values: null,
  remarks: [{ field: 'title', value: title, sentence }],
});

/** Returns the tables of Ghost's export, with or without the list around them. */
function dataOf({ db, data }: Fields): Fields | null {
  const [first] = Array.isArray(db) ? db : [{ data }];
  return isObject(first) && isObject(first.data) ? first.data : null;
}

const rowsIn = (data: Fields, table: string): Fields[] => {
  const rows = data[table];
  return Array.isArray(rows) ? rows.filter(isObject) : [];
};

function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
}

const isTrue = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

/** Gumroad's currencies without a smaller unit. */
const wholeCurrencies = new Set(['JPY', 'KRW']);

/** Converts a price in the smallest unit to an amount; null without a price. */
function majorOf(price: unknown, currency: string): number | null {
  const minor =
    typeof price === 'number' ? price : typeof price === 'string' && price.trim() !== '' ? Number(price) : Number.NaN;
  if (!Number.isFinite(minor)) return null;
  return wholeCurrencies.has(currency) ? minor : Math.round(minor) / 100;
}

/** Returns the non-empty entries of a list or of a comma-separated cell. */
function listIn(value: unknown): string[] {
  const entries = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/**
 * Returns an https URL; null for any other value, such as a URL of the Ghost site, whose host the export leaves out.
 */
function webAddress(value: unknown): string | null {
  return typeof value === 'string' && /^https:\/\//i.test(value) && URL.canParse(value) ? value : null;
}

/** Maximum length of a description that is the beginning of a text. */
const longestBeginning = 300;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * Returns the text of a piece of HTML, a line for each of its blocks. The result is always shown as text. No pattern
 * searches for an end beyond the next beginning, so that a text with only beginnings is read in linear time.
 */
export function plainText(html: string): string {
  return withoutElement(withoutElement(html, 'script'), 'style')
    .replace(/<(br|\/p|\/li|\/h[1-6]|\/div|\/blockquote)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,6});/gi, (whole, name: string) => letterOf(name) ?? whole)
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Removes the elements of a name from a piece of HTML; an element without an end remains. */
function withoutElement(html: string, name: string): string {
  const begin = new RegExp(`<${name}\\b`, 'gi');
  const end = new RegExp(`</${name}\\s*>`, 'gi');
  let kept = '';
  let from = 0;
  while (true) {
    begin.lastIndex = from;
    const found = begin.exec(html);
    if (!found) return kept + html.slice(from);
    end.lastIndex = begin.lastIndex;
    if (!end.test(html)) return kept + html.slice(from);
    kept += html.slice(from, found.index);
    from = end.lastIndex;
  }
}

function letterOf(name: string): string | null {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? null;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  // NUL and single surrogates cannot be stored.
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : null;
}
