/** A mark on text: a style or a link. */
export type ArticleMark =
  | { type: 'bold' }
  | { type: 'italic' }
  | { type: 'code' }
  | { type: 'superscript' }
  | { type: 'subscript' }
  | { type: 'link'; attrs: { href: string } };

export type ArticleText = { type: 'text'; text: string; marks?: ArticleMark[] };

/** A part of a line. */
export type ArticleInline = ArticleText | { type: 'hardBreak' };

export type ArticleHeading = { type: 'heading'; attrs: { level: 2 | 3 }; content?: ArticleInline[] };

export type ArticleListItem = { type: 'listItem'; content: ArticleBlock[] };

/** Blocks, one below the other. An image is one of the portal's uploads. */
export type ArticleBlock =
  | ArticleHeading
  | { type: 'paragraph'; content?: ArticleInline[] }
  | { type: 'bulletList'; content: ArticleListItem[] }
  | { type: 'orderedList'; attrs: { start: number }; content: ArticleListItem[] }
  | { type: 'blockquote'; content: ArticleBlock[] }
  | { type: 'codeBlock'; content?: ArticleText[] }
  | { type: 'image'; attrs: { src: string; alt: string } }
  | { type: 'horizontalRule' };

/** The text of a resource, usually of an article, insight or newsletter: a tree of these kinds of parts only. */
export type ArticleDocument = { type: 'doc'; content: ArticleBlock[] };

/**
 * Maximum sizes of a text: nodes, levels of nesting, bytes as JSON (which leave room for the rest of its resource), and
 * characters of a link and of a picture's alternative text.
 */
export const articleLimits = { nodes: 3000, depth: 12, bytes: 160 * 1024, link: 2000, alternative: 300 };

/** Whether a link in a text is allowed: an https URL without user info, a `mailto:` link, or a path of the portal. */
export function isArticleLink(address: string): boolean {
  if (address.length > articleLimits.link || /[\\\s\p{C}]/u.test(address)) return false;
  if (/^\/(?!\/)/.test(address)) return true;
  if (/^mailto:(?!\/)[^@?]+@(?=[^@?]+$)[^@?]+\.[^@?]/i.test(address)) return true;
  if (!/^https:\/\//i.test(address)) return false;
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
}

/** Whether a URL is that of an uploaded picture. */
export function isPictureAddress(address: string): boolean {
  return /^\/media\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(address);
}
