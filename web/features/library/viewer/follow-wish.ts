import { type KeyWish, type Zoom, zoomStep } from './viewer-display.ts';

/** How far an arrow key scrolls, in CSS pixels, and how much of the view the page keys do. */
const lineHeight = 48;
const viewShare = 0.9;

export type Viewer = {
  box: HTMLElement;
  page: number;
  pageCount: number;
  scale: number;
  goTo: (page: number) => void;
  setZoom: (zoom: Zoom) => void;
};

/** Does what a key asks for. @returns whether it did, so that the browser does not do its own */
export function followWish(wish: KeyWish, { box, page, pageCount, scale, goTo, setZoom }: Viewer): boolean {
  if (typeof wish === 'object') {
    box.scrollBy({ top: 'lines' in wish ? wish.lines * lineHeight : wish.views * viewShare * box.clientHeight });
    return true;
  }
  // A page wider than the view is moved sideways by the arrows, as everywhere.
  const isWide = box.scrollWidth > box.clientWidth + 1;
  if (isWide && (wish === 'next-page' || wish === 'previous-page')) return false;
  if (wish === 'next-page') goTo(Math.min(page + 1, pageCount));
  else if (wish === 'previous-page') goTo(Math.max(page - 1, 1));
  else if (wish === 'first-page') goTo(1);
  else if (wish === 'last-page') goTo(pageCount);
  else setZoom(wish === 'fit' ? 'fit' : (zoomStep(scale, wish === 'larger' ? 1 : -1) ?? scale));
  return true;
}
