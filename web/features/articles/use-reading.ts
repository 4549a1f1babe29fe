import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OwnProgress } from '#contract/progress.ts';
import { useReadingPosition } from '../library/use-reading-position.ts';
import { blockToContinue, currentSection, type Reading, reachedBlock, reachedShare } from './article-display.ts';

type ReadingState = {
  /** The element whose children are the parts of the text. */
  text: RefObject<HTMLDivElement | null>;
  /** The part that is reached, from 1 on; 0 before anything was measured. */
  position: number;
  /** The section that is being read. */
  current: string | null;
  /** The text was opened where the reader had left it, and the reader is still there. */
  isContinued: boolean;
  startAnew: () => void;
};

/** Watches which part of the page is read, saves the reading position, and begins at the saved one. */
export function useReading(id: number, { blocks, sections }: Reading, progress: OwnProgress | null): ReadingState {
  const text = useRef<HTMLDivElement>(null);
  const [readingPosition, setReadingPosition] = useState<{ position: number; current: string | null }>({
    position: 0,
    current: null,
  });
  const keep = useReadingPosition(id);
  // What was kept when the text was opened; what is kept from then on changes nothing on this page.
  const [firstBlock] = useState(() =>
    window.location.hash === '' ? blockToContinue(progress?.readingPositions ?? [], blocks.length) : null,
  );

  useLayoutEffect(() => {
    const part = firstBlock === null ? undefined : text.current?.children[firstBlock];
    // Just inside what counts as reached, so that the position stays the same when nothing else is read.
    const line = Math.floor(window.innerHeight * reachedShare) - 1;
    if (part) window.scrollTo({ top: window.scrollY + part.getBoundingClientRect().top - line });
  }, [firstBlock]);

  useLayoutEffect(() => {
    const { hash } = window.location;
    const named = sections.find(({ id: name }) => hash === `#${encodeURIComponent(name)}`);
    if (named) document.getElementById(named.id)?.scrollIntoView();
  }, [sections]);

  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      if (!text.current) return;
      const layout = {
        tops: [...text.current.children].map((part) => part.getBoundingClientRect().top),
        bottom: text.current.getBoundingClientRect().bottom,
        windowHeight: window.innerHeight,
      };
      const next = { position: reachedBlock(layout), current: currentSection(sections, layout) };
      setReadingPosition((now) => (now.position === next.position && now.current === next.current ? now : next));
    };
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measureSoon();
    window.addEventListener('scroll', measureSoon, { passive: true });
    window.addEventListener('resize', measureSoon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', measureSoon);
      window.removeEventListener('resize', measureSoon);
    };
  }, [sections]);

  const { position } = readingPosition;
  useEffect(() => {
    if (position > 0) keep({ unit: 'block', position, length: blocks.length });
  }, [position, blocks.length, keep]);

  function startAnew() {
    window.scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }

  const isContinued = firstBlock !== null && position === firstBlock + 1;
  return { text, ...readingPosition, isContinued, startAnew };
}
