import { type KeyCommand, type Zoom, zoomStep } from './viewer-display.ts';

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
export function runKeyCommand(command: KeyCommand, { box, page, pageCount, scale, goTo, setZoom }: Viewer): boolean {
  if (typeof command === 'object') {
    box.scrollBy({
      top: 'lines' in command ? command.lines * lineHeight : command.views * viewShare * box.clientHeight,
    });
    return true;
  }
  // A page wider than the view is moved sideways by the arrows, as everywhere.
  const isWide = box.scrollWidth > box.clientWidth + 1;
  if (isWide && (command === 'next-page' || command === 'previous-page')) return false;
  if (command === 'next-page') goTo(Math.min(page + 1, pageCount));
  else if (command === 'previous-page') goTo(Math.max(page - 1, 1));
  else if (command === 'first-page') goTo(1);
  else if (command === 'last-page') goTo(pageCount);
  else setZoom(command === 'fit' ? 'fit' : (zoomStep(scale, command === 'larger' ? 1 : -1) ?? scale));
  return true;
}
