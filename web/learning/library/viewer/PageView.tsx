import { Link } from '@tanstack/react-router';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { pixelsPerPoint, sizeOf } from './pdf-file.ts';
import { drawPage, layText, listLinks, type PageLink } from './pdf-page.ts';
import type { PageSize } from './viewer-display.ts';
import './pdf-text.css';

type PageViewProps = {
  document: PDFDocumentProxy;
  resourceId: number;
  number: number;
  scale: number;
  /** Called when the page is loaded, because its size may differ from that of the first page. */
  onSize: (number: number, size: PageSize) => void;
  onFailure: (error: unknown) => void;
};

/** Page near the view: the picture, over it the text, and over that the links. */
export function PageView({ document, resourceId, number, scale, onSize, onFailure }: PageViewProps) {
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [links, setLinks] = useState<PageLink[]>([]);
  const picture = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);

  // The page's text and links stay while its size changes.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = async () => {
      const found = await document.getPage(number);
      if (signal.aborted || !words.current) return;
      onSize(number, sizeOf(found));
      setPage(found);
      await layText(found, words.current, signal);
      const listed = await listLinks(document, found);
      if (!signal.aborted) setLinks(listed);
    };
    show().catch((error: unknown) => !signal.aborted && onFailure(error));
    return () => leaving.abort();
  }, [document, number, onSize, onFailure]);

  // The page is drawn again for each size; until then the previous picture is stretched.
  useEffect(() => {
    if (!page || !picture.current) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    drawPage(page, { holder: picture.current, scale, signal }).catch(
      (error: unknown) => !signal.aborted && onFailure(error),
    );
    return () => leaving.abort();
  }, [page, scale, onFailure]);

  useEffect(() => {
    words.current?.style.setProperty('--total-scale-factor', String(scale * pixelsPerPoint));
  }, [scale]);

  return (
    <>
      <div ref={picture} aria-hidden="true" className="absolute inset-0" />
      <div ref={words} className="absolute inset-0" />
      {links.map((link) => (
        <LinkOnPage key={link.id} link={link} resourceId={resourceId} />
      ))}
    </>
  );
}

function LinkOnPage({ link, resourceId }: { link: PageLink; resourceId: number }) {
  const place = {
    left: `${link.left * 100}%`,
    top: `${link.top * 100}%`,
    width: `${link.width * 100}%`,
    height: `${link.height * 100}%`,
  };
  const looks = 'absolute rounded-xs hover:bg-primary/15';
  if (link.target.kind === 'page') {
    return (
      <Link
        to="/resource/$id/read"
        params={{ id: String(resourceId) }}
        search={{ page: link.target.page }}
        className={looks}
        style={place}
      >
        <VisuallyHidden>Go to page {link.target.page}</VisuallyHidden>
      </Link>
    );
  }
  return (
    <a href={link.target.address} target="_blank" rel="noopener noreferrer" className={looks} style={place}>
      <VisuallyHidden>{link.target.address} (opens a new tab)</VisuallyHidden>
    </a>
  );
}
