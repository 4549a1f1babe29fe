import { Link } from '@tanstack/react-router';
import { createElement, Fragment, type ReactNode, type Ref } from 'react';
import type { ArticleBlock, ArticleInline, ArticleListItem, ArticleMark } from '#contract/catalogue/articles-nodes.ts';
import type { ArticleSection } from '#contract/catalogue/articles-text.ts';
import { isTitled } from '#contract/catalogue/articles-text.ts';
import type { PictureSizes } from '#contract/catalogue/files.ts';
import { parseSearch } from '#web/platform/search.ts';
import { pictureAddress } from '#web/ui/picture-address.ts';
import '#web/ui/prose.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { linkKindOf } from './article-display.ts';

type ArticleTextProps = {
  /** Blocks to render, one element each. */
  blocks: readonly ArticleBlock[];
  sections: readonly ArticleSection[];
  /** Sizes of pictures, which reserve their space before they load. */
  pictureSizes: PictureSizes;
  ref?: Ref<HTMLDivElement>;
};

/** Article as React elements. Its document allows no other elements, so no HTML is parsed. */
export function ArticleText({ blocks, sections, pictureSizes, ref }: ArticleTextProps) {
  const around = { ids: sections.map(({ id }) => id).values(), pictureSizes };
  return together(
    'div',
    { ref, className: 'prose' },
    blocks.map((block) => drawBlock(block, around)),
  );
}

/** Context of every block: the ids of the remaining sections, and the sizes of all pictures. */
type Around = { ids: Iterator<string>; pictureSizes: PictureSizes };

function drawBlock(block: ArticleBlock, around: Around): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return together('p', {}, drawLine(block.content));
    case 'heading': {
      const id = isTitled(block) ? around.ids.next().value : undefined;
      return together(block.attrs.level === 2 ? 'h2' : 'h3', { id }, drawLine(block.content));
    }
    case 'bulletList':
      return together('ul', {}, drawItems(block.content, around));
    case 'orderedList':
      return together('ol', { start: block.attrs.start }, drawItems(block.content, around));
    case 'blockquote':
      return together('blockquote', {}, drawWithin(block.content, around));
    case 'codeBlock':
      return <pre translate="no">{together('code', {}, drawLine(block.content))}</pre>;
    case 'image': {
      const { src, alt } = block.attrs;
      return <img src={pictureAddress(src)} alt={alt} {...around.pictureSizes[src]} loading="lazy" />;
    }
    case 'horizontalRule':
      return <hr />;
  }
}

function drawItems(items: readonly ArticleListItem[], around: Around): ReactNode[] {
  return items.map(({ content }) => together('li', {}, drawWithin(content, around)));
}

/** Renders blocks in lists and quotations, which start no section. */
function drawWithin(blocks: readonly ArticleBlock[], { pictureSizes }: Around): ReactNode[] {
  return blocks.map((block) => drawBlock(block, { ids: noIds, pictureSizes }));
}

const noIds: Iterator<string> = { next: () => ({ done: true, value: undefined }) };

function drawLine(parts: readonly ArticleInline[] = []): ReactNode[] {
  return parts.map((part) =>
    part.type === 'hardBreak' ? <br key="break" /> : (part.marks ?? []).reduceRight(drawMark, part.text as ReactNode),
  );
}

function drawMark(words: ReactNode, mark: ArticleMark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{words}</strong>;
    case 'italic':
      return <em>{words}</em>;
    case 'code':
      return <code translate="no">{words}</code>;
    case 'superscript':
      return <sup>{words}</sup>;
    case 'subscript':
      return <sub>{words}</sub>;
    case 'link':
      return drawLink(mark.attrs.href, words);
  }
}

/** Link to a screen of the portal, for a path that the author wrote. */
function ScreenLink({ href, children }: { href: string; children: ReactNode }) {
  const [path = '', query = ''] = href.split('?');
  return (
    <Link to={path} search={parseSearch(query)}>
      {children}
    </Link>
  );
}

function drawLink(href: string, words: ReactNode): ReactNode {
  const kind = linkKindOf(href);
  if (kind === 'screen') return <ScreenLink href={href}>{words}</ScreenLink>;
  if (kind === 'here') return <a href={href}>{words}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {words}
      <VisuallyHidden> (opens a new tab)</VisuallyHidden>
    </a>
  );
}

/** Creates an element around blocks whose order never changes, so that they need no keys. */
function together(tag: string, properties: object, parts: readonly ReactNode[]): ReactNode {
  return createElement(tag, properties, ...parts.map((part) => createElement(Fragment, null, part)));
}
